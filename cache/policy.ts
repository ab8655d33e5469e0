import { createHash } from "node:crypto";
import { pagePolicy } from "./page-policy.ts";

/** The framework hands its data to the browser in such a script; nothing but JSON may stand in it. */
const DATA = /^(?:\(self\.__next_f=self\.__next_f\|\|\[\]\)|self\.__next_f)\.push\((\[[\s\S]*\])\)$/;

/** Other scripts that the framework writes into a page, known by how they begin. */
const STARTS = [
  '(globalThis["TURBOPACK"]',
  "$RB=[];$RV=function",
  "requestAnimationFrame(function(){$RT=performance.now()})",
];

/** Our own, to the letter: it keeps early presses (`components/picker/keep-presses.tsx`). */
const OWN = "'sha256-znthdl5MHF+dHDzworktuSQMN/pIOKnICVTVUOhiMP4='";

/** Next marks a page with the layouts that it stands in; a page's key tells nothing. */
const EMBED = "_N_T_/(frame)/[locale]/embed/layout";

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g;
const DATA_BLOCK = /type="application\/(?:ld\+)?json"/;

/** The policy of one static page: the scripts that the framework wrote into it may run, and our one, by their hashes. */
export function staticPagePolicy(html: string, framers: readonly string[] = []): string {
  const hashes = new Set<string>();
  for (const [, attributes = "", script = ""] of html.matchAll(INLINE_SCRIPT)) {
    const hash = `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
    if (DATA_BLOCK.test(attributes) || !(hash === OWN || isTheFrameworks(script))) continue;
    hashes.add(hash);
  }
  return pagePolicy([...hashes].join(" "), framers);
}

/** An embed may be framed by the origins that the account has registered, and by our own preview; nothing else by anybody. */
export function framersOf(tags: readonly string[], origins: readonly string[]): readonly string[] {
  return tags.includes(EMBED) ? ["'self'", ...origins] : [];
}

function isTheFrameworks(script: string): boolean {
  const data = DATA.exec(script)?.[1];
  if (data === undefined) return STARTS.some((start) => script.startsWith(start));
  try {
    JSON.parse(data);
    return true;
  } catch {
    return false;
  }
}
