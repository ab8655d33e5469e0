/** A script of the build, as the framework writes it. In the data of a page the quotes are escaped. */
const SCRIPT = /<script(?=[^>]* src="\/_next\/static\/)(?=[^>]* async="")(?![^>]* type=)/g;
const PRELOAD = /<link rel="preload" as="script"[^>]*>/g;

/**
 * Replaces the late scripts by real ones once the page is painted with its picture, at the first press, or after two seconds. A frame
 * and a page that is not shown may never be painted: there they start at once.
 */
export const START_SCRIPTS = `{let started=false;
const start=()=>{
if(started||document.readyState==="loading")return;
started=true;
for(const late of document.querySelectorAll("script[type=late]")){
const script=document.createElement("script");
script.async=true;
script.src=late.getAttribute("src");
late.replaceWith(script)}};
for(const type of ["pointerdown","keydown"])addEventListener(type,start,{capture:true,passive:true});
addEventListener("DOMContentLoaded",()=>{
if(document.hidden||self!==top)return start();
setTimeout(start,2000);
const painted=()=>new PerformanceObserver(start).observe({type:"paint",buffered:true});
const picture=document.querySelector("img[fetchpriority=high]");
picture?picture.decode().then(painted,painted):painted()})}`;

/**
 * Returns a page whose scripts start after its first paint. A browser that loads them at once shares a slow line between them and the
 * picture, and on a fast line runs them before it paints. `undefined` where the page has no script of the build.
 */
export function withLateScripts(html: string): string | undefined {
  const late = html.replace(SCRIPT, '<script type="late"');
  if (late === html) return undefined;
  return late.replace(PRELOAD, "").replace("</head>", () => `<script>${START_SCRIPTS}</script></head>`);
}
