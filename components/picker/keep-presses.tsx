/**
 * An inline script that records presses and input in the picker until the picker's script runs. It takes them before
 * React, so that none is both handled and recorded. Submit buttons wait too: without the picker's script nothing is
 * selected.
 */
const SCRIPT = `self.earlyPresses=[];
for(const [type,what] of [["click","button,[type=radio]"],["input","[type=text]"],["toggle","details"]])
addEventListener(type,(event)=>{
const control=self.earlyPresses&&event.target.closest("form :is("+what+")");
if(!control)return;
event.stopPropagation();
if(control.localName==="button"){control.ariaBusy="true";event.preventDefault()}
self.earlyPresses.push([type,control,control.value])
},true)`;

/** For static pages only: their policy allows this script by its hash (`lib/security/static-page-policy.ts`). */
export function KeepPresses() {
  return <script>{SCRIPT}</script>;
}
