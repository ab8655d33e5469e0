import { createHash } from "node:crypto";
import { pagePolicy } from "./page-policy.ts";

/** The framework hands its data to the browser in such a script; nothing but JSON may stand in it. */
const DATA = /^(?:\(self\.__next_f=self\.__next_f\|\|\[\]\)|self\.__next_f)\.push\((\[[\s\S]*\])\)$/;

/** The framework names the files of a page in such a script; nothing but JSON may stand in it. */
const CHUNKS = /^\(globalThis\["TURBOPACK"\] \|\| \(globalThis\["TURBOPACK"\] = \[\]\)\)\.push\((\{[\s\S]*\})\);\s*$/;

/** React shows a late part of a page by such a call, which may follow the function that it calls. */
const REVEALS = /\$RC\("B:[\da-f]+","S:[\da-f]+"\)$/;

/** React's own texts in front of that call, by hash. A test finds them in the installed release. */
const REACT = new Set([
  "'sha256-ejxEGil7Q2jnFo9T1EMjhzsRoWDTVn8tRpUYd4XCJkY='",
  "'sha256-7mu4H06fwDCjmnxxr/xNHyuQC6pLTHr4M2E4jXw5WZs='",
]);

/** Our own, to the letter: it keeps early presses (`components/picker/keep-presses.tsx`). */
const OWN = "'sha256-znthdl5MHF+dHDzworktuSQMN/pIOKnICVTVUOhiMP4='";

/** Next marks a page with the layouts that it stands in; a page's key tells nothing. */
const EMBED = "_N_T_/(frame)/[locale]/embed/layout";

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g;
const NONCE = /<[a-z]+\b[^>]*\snonce="/;
const DATA_BLOCK = /type="application\/(?:ld\+)?json"/;

/** The policy of one static page: the scripts that the framework wrote into it may run, and our one, by their hashes. */
export function staticPagePolicy(html: string, framers: readonly string[] = []): string {
  const hashes = new Set<string>();
  for (const [, attributes = "", script = ""] of html.matchAll(INLINE_SCRIPT)) {
    const hash = hashOf(script);
    if (DATA_BLOCK.test(attributes) || !(hash === OWN || isOfFramework(script))) continue;
    hashes.add(hash);
  }
  return pagePolicy([...hashes].join(" "), framers);
}

/** An embed may be framed by the origins that the account has registered, and by our own preview; nothing else by anybody. */
export function framersOf(tags: readonly string[], origins: readonly string[]): readonly string[] {
  return tags.includes(EMBED) ? ["'self'", ...origins] : [];
}

/** A static page holds none: one that does was drawn for a single request, and is nobody else's. */
export function hasNonce(html: string): boolean {
  return NONCE.test(html);
}

function isOfFramework(script: string): boolean {
  const json = (DATA.exec(script) ?? CHUNKS.exec(script))?.[1];
  if (json !== undefined) return isJson(json);
  const runtime = script.replace(REVEALS, "");
  return (runtime === "" && script !== "") || REACT.has(hashOf(runtime));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function hashOf(script: string): string {
  return `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
}
