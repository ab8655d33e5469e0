import { largeModules } from "./large-modules.ts";

/** A script of the build, as the framework writes it. In the data of a page the quotes are escaped. */
const SCRIPT = /<script(?=[^>]* src="\/_next\/static\/)(?=[^>]* async="")(?![^>]* type=)/g;
const PRELOAD = /<link rel="preload" as="script"[^>]*>/g;

/** The framework's list of the files of a page, and of the modules that start it. */
const ENTRY = /(<script[^>]* id="_R_">[^{]*)\{"otherChunks":(\["[^\]]*"\]),"runtimeModuleIds":\[([\d,]+)\]\}/;

/** Neither a type of scripts nor one of data: a browser neither requests nor runs it. */
const LATE = "late";

/** After this time the scripts wait for no paint or picture. */
const LIMIT_MS = 2_000;

/** A screen that is not a phone's. */
const WIDE = "48rem";

/**
 * Replaces the late scripts by real ones once the page and its picture are painted, or at the first press. A page that is
 * not shown, and one in a frame that may be out of sight, has no paints: its scripts start at once.
 *
 * The first two frames may be asked for long before the screen shows them, so the browser's own report of its first paint decides.
 *
 * The list in the page has React's renderer evaluated when the files are there. The script then pushes the other large modules and the
 * framework's own, as `data-entry` lists them, each in a task of its own: together they would keep a phone from a press for
 * several times as long. The renderer creates errors when it is evaluated; their stacks, which nobody reads, are a third of its time.
 *
 * The fonts of titles are in the page (`cache/inline-styles.ts`). They are added here, since a browser reads one in a stylesheet only after
 * it has laid out the page, even if the stylesheet contains it.
 *
 * The links of stylesheets and the fonts of the text start before the scripts. Lines that break elsewhere would
 * move what is below them, so a page that is painted keeps its font, and the next one, which the router shows, has ours. A wide screen,
 * whose line is seldom slow, and a reader who comes from another page of the shop, or back to this one, have it from the first paint.
 *
 * A link to the page in another language gets the query, which a stored page does not know (`components/site/language-links.tsx`).
 */
export const START_SCRIPTS = `{let started=false;
const {entry}=document.currentScript.dataset;
const {pathname}=location;
for(const {dataset} of document.querySelectorAll("style[data-faces]"))for(const [family,file,descriptors] of JSON.parse(dataset.faces))
document.fonts.add(new FontFace(family,Uint8Array.from(atob(file),(letter)=>letter.charCodeAt(0)),descriptors));
const load=(links)=>{for(const link of document.querySelectorAll(links)){
link.setAttribute("href",link.dataset.late);
link.removeAttribute("data-late")}};
const useFonts=()=>{for(const style of document.querySelectorAll("style[data-late]"))style.media="all"};
if(matchMedia("(min-width:${WIDE})").matches||document.referrer.startsWith(location.origin+"/")||performance.getEntriesByType("navigation")[0]?.type!=="navigate"){
load("link[as=font][data-late]");
useFonts()}
self.navigation?.addEventListener("currententrychange",()=>location.pathname===pathname||useFonts());
const start=()=>{
if(started||document.readyState==="loading")return;
started=true;
load("link[data-late]");
let left=0;
const limit=Error.stackTraceLimit;
Error.stackTraceLimit=0;
const loaded=()=>{
if(--left!==0)return;
Error.stackTraceLimit=limit;
if(!entry)return;
const {otherChunks,runtimeModuleIds}=JSON.parse(entry);
for(const id of runtimeModuleIds)setTimeout(()=>TURBOPACK.push({otherChunks,runtimeModuleIds:[id]}))};
for(const late of document.querySelectorAll("script[type=${LATE}]")){
const script=document.createElement("script");
script.async=true;
script.setAttribute("src",late.getAttribute("src"));
script.onload=script.onerror=loaded;
left++;
late.replaceWith(script)}};
addEventListener("click",({target})=>{
const link=target.closest("a[hreflang]");
if(link)link.search=location.search},true);
const observe=()=>new PerformanceObserver(start).observe({type:"paint",buffered:true});
const painted=()=>document.hidden||self!==top?setTimeout(start):requestAnimationFrame(()=>requestAnimationFrame(observe));
for(const type of ["pointerdown","keydown"])addEventListener(type,start,{capture:true,passive:true});
addEventListener("DOMContentLoaded",()=>{
const picture=document.querySelector("img[fetchpriority=high]");
setTimeout(start,${LIMIT_MS});
picture?picture.decode().then(painted,painted):painted()})}`;

/**
 * Returns a page whose scripts start after its first paint. A browser that loads them at once shares a slow line between them
 * and the picture, and on a fast line runs them before it paints. Presses before that are kept (`components/picker/keep-presses.tsx`).
 * `nonce` is that of a page that is made for one request.
 */
export function withLateScripts(html: string, nonce?: string): string {
  let entry = "";
  const late = html
    .replace(PRELOAD, "")
    .replace(SCRIPT, `<script type="${LATE}"`)
    .replace(ENTRY, (list, before: string, files: string, own: string) => {
      // In a page that is sent in parts, the script that starts it may be on its way.
      const [first, ...others] = html.includes("</head>") ? largeModules(JSON.parse(files)) : [];
      if (first === undefined) return list;
      const listOf = (modules: readonly (number | string)[]) =>
        `{"otherChunks":${files},"runtimeModuleIds":[${modules.join()}]}`;
      entry = ` data-entry="${listOf([...others, own]).replaceAll('"', "&quot;")}"`;
      return `${before}${listOf([first])}`;
    });
  const attributes = `${nonce === undefined ? "" : ` nonce="${nonce}"`}${entry}`;
  return late.replace("</head>", () => `<script${attributes}>${START_SCRIPTS}</script></head>`);
}
