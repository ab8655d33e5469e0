/** A script of the build, as Next writes it. It does not match inside a page's data, where quotes are escaped. */
const SCRIPT = /<script(?=[^>]* src="\/_next\/static\/)(?=[^>]* async="")(?![^>]* type=)/g;
const PRELOAD = /<link rel="preload" as="script"[^>]*>/g;

/**
 * Starts the late scripts once the page is painted with its picture, at the first click or key, or after two seconds. A frame
 * or a hidden page may never be painted: there they start at once.
 *
 * Until the router has made its first entry of the history, a link to a part of the page makes none: the router would take it for a Back
 * that it has missed, go back there as soon as it listens, and lose a link that is pressed meanwhile.
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
addEventListener("click",event=>{
const part=event.target.closest('a[href^="#"]');
if(history.state||!part||event.ctrlKey||event.metaKey||event.shiftKey)return;
event.preventDefault();
location.replace(part.href)});
for(const type of ["pointerdown","keydown"])addEventListener(type,start,{capture:true,passive:true});
addEventListener("DOMContentLoaded",()=>{
if(document.hidden||self!==top)return start();
setTimeout(start,2000);
const painted=()=>new PerformanceObserver(start).observe({type:"paint",buffered:true});
const picture=document.querySelector("img[fetchpriority=high]");
picture?picture.decode().then(painted,painted):painted()})}`;

/**
 * Returns a page whose scripts start after its first paint. Otherwise the scripts compete with the picture for a slow
 * connection, and run before the first paint on a fast one. `undefined` where the page has no script of the build.
 */
export function withLateScripts(html: string): string | undefined {
  const late = html.replace(SCRIPT, '<script type="late"');
  if (late === html) return undefined;
  return late.replace(PRELOAD, "").replace("</head>", () => `<script>${START_SCRIPTS}</script></head>`);
}
