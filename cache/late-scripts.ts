import { largeModules } from "./large-modules.ts";

/** A script of the build, as the framework writes it. In the data of a page the quotes are escaped. */
const SCRIPT = /<script(?=[^>]* src="\/_next\/static\/)(?=[^>]* async="")(?![^>]* type=)/g;
const PRELOAD = /<link rel="preload" as="script"[^>]*>/g;

/** The framework's list of the files of a page, and of the modules that start it. */
const ENTRY = /(<script[^>]* id="_R_">[^{]*)(\{"otherChunks":(\["[^\]]*"\]),"runtimeModuleIds":\[[\d,]+\]\})/;

/** Neither a type of scripts nor one of data: a browser neither requests nor runs it. */
const LATE = "late";

/** After this time the scripts wait for no paint or picture. */
const LIMIT_MS = 2_000;

/**
 * Replaces the late scripts by real ones once the page and its picture are painted, or at the first press. A page that is
 * not shown, and one in a frame that may be out of sight, has no paints: its scripts start at once.
 *
 * The list in the page has React's renderer evaluated when the files are there, and the script pushes the framework's own list, as
 * `data-entry`, in the task after that: together they would keep a phone from a press for twice as long. The renderer
 * creates errors when it is evaluated; their stacks, which nobody reads, are a third of its time.
 *
 * The stylesheets' links and the fonts (`cache/inline-styles.ts`) start before the scripts. The fonts are used once all are there,
 * since each change of a font lays out the page again. To a reader who comes from another page of the shop, or back to this one,
 * the browser has them already: they are used from the first paint.
 */
export const START_SCRIPTS = `{let started=false;
const {entry}=document.currentScript.dataset;
let fonts=0;
const font=()=>{if(--fonts<=0)for(const style of document.querySelectorAll("style[data-late]"))style.media="all"};
const load=(links)=>{for(const link of document.querySelectorAll(links)){
if(link.as==="font"){fonts++;link.onload=link.onerror=font}
link.setAttribute("href",link.dataset.late);
link.removeAttribute("data-late")}};
if(document.referrer.startsWith(location.origin+"/")||performance.getEntriesByType("navigation")[0]?.type!=="navigate"){load("link[as=font][data-late]");fonts=0;font()}
const start=()=>{
if(started||document.readyState==="loading")return;
started=true;
load("link[data-late]");
fonts||font();
let left=0;
const limit=Error.stackTraceLimit;
Error.stackTraceLimit=0;
const loaded=()=>{
if(--left!==0)return;
Error.stackTraceLimit=limit;
if(entry)setTimeout(()=>TURBOPACK.push(JSON.parse(entry)))};
for(const late of document.querySelectorAll("script[type=${LATE}]")){
const script=document.createElement("script");
script.async=true;
script.setAttribute("src",late.getAttribute("src"));
script.onload=script.onerror=loaded;
left++;
late.replaceWith(script)}};
const frame=(then)=>document.hidden||self!==top?then():requestAnimationFrame(then),painted=()=>frame(()=>frame(()=>setTimeout(start)));
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
    .replace(ENTRY, (list, before: string, whole: string, files: string) => {
      // In a page that is sent in parts, the script that starts it may be on its way.
      const modules = html.includes("</head>") ? largeModules(JSON.parse(files)) : [];
      if (modules.length === 0) return list;
      entry = ` data-entry="${whole.replaceAll('"', "&quot;")}"`;
      return `${before}{"otherChunks":${files},"runtimeModuleIds":${JSON.stringify(modules)}}`;
    });
  const attributes = `${nonce === undefined ? "" : ` nonce="${nonce}"`}${entry}`;
  return late.replace("</head>", () => `<script${attributes}>${START_SCRIPTS}</script></head>`);
}
