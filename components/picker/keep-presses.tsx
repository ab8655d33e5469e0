/**
 * Small enough to be there with the page: it keeps what is pressed and typed in the picker until the page's script has
 * come. A click is kept once it has passed React, so what React has answered by itself is not kept as well. The button
 * that leaves the page waits too: without the page's script nothing is chosen, and there is nothing to hold.
 */
const SCRIPT = `self.earlyPresses=[];
for(const [type,what] of [["click","button,[type=radio]"],["input","[type=text]"],["toggle","details"]])
addEventListener(type,(event)=>{
const control=self.earlyPresses&&event.target.closest("form :is("+what+")");
if(!control)return;
if(control.localName==="button"){control.ariaBusy="true";event.preventDefault()}
self.earlyPresses.push([type,control,control.value])
},type==="toggle")`;

/** For static pages alone: their policy names this script by its hash (`lib/security/static-page-policy.ts`). */
export function KeepPresses() {
  return <script>{SCRIPT}</script>;
}
