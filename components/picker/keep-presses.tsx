/**
 * An inline script that records presses and input in the picker until the page's script has loaded. A click is recorded
 * after it has passed React, so that a click that React has handled is not recorded as well. Submit buttons wait too:
 * without the page's script nothing is selected.
 */
const SCRIPT = `self.earlyPresses=[];
for(const [type,what] of [["click","button,[type=radio]"],["input","[type=text]"],["toggle","details"]])
addEventListener(type,(event)=>{
const control=self.earlyPresses&&event.target.closest("form :is("+what+")");
if(!control)return;
if(control.localName==="button"){control.ariaBusy="true";event.preventDefault()}
self.earlyPresses.push([type,control,control.value])
},type==="toggle")`;

/** For static pages only: their policy allows this script by its hash (`lib/security/static-page-policy.ts`). */
export function KeepPresses() {
  return <script>{SCRIPT}</script>;
}
