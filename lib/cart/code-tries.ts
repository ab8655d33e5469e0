import "server-only";

import { createHash } from "node:crypto";
import { processWide } from "#lib/runtime/process-wide.ts";
import { secondsOverLimit, takeBackTries } from "#lib/security/limits.ts";
import type { CodeAnswer } from "#lib/ticketing/model/pricing.ts";

/** Too many unknown codes were tried from the visitor's network. */
export type CodesLimited = { readonly waitSeconds: number };

const HOUR_MS = 60 * 60 * 1000;

/** When each was tried, in the order of time. An open page asks about its code again and again: that is one try. */
const unknown = processWide("unknown codes", () => new Map<string, number>());

/**
 * Runs a check of typed codes, unless too many unknown ones were tried from the network within an hour. Each is counted before it is
 * checked, so that concurrent guesses count; those that `unknownIn` does not name are given back, and all where the check fails.
 */
export async function withinCodeTries<Checked>(
  network: string | undefined,
  typed: string | undefined,
  check: () => Promise<Checked>,
  unknownIn: (checked: Checked) => readonly string[],
): Promise<Checked | CodesLimited> {
  const fresh = freshOf(network, codesOf(typed));
  const waitSeconds = fresh.length === 0 ? 0 : await secondsOverLimit("wrongCodesPerNetwork", network, fresh.length);
  if (waitSeconds > 0) return { waitSeconds };
  let wrong: readonly string[] = [];
  try {
    const checked = await check();
    const found = unknownIn(checked).map(normalized);
    wrong = fresh.filter((code) => found.includes(code));
    return checked;
  } finally {
    for (const code of wrong) remember(network, code);
    await takeBackTries({ wrongCodesPerNetwork: network }, fresh.length - wrong.length);
  }
}

/** Counts codes that turned out to be unknown when something was reserved with them. */
export async function countUnknown(network: string | undefined, codes: readonly CodeAnswer[]): Promise<void> {
  const fresh = freshOf(network, unknownCodes(codes).map(normalized));
  for (const code of fresh)
    if ((await secondsOverLimit("wrongCodesPerNetwork", network)) === 0) remember(network, code);
}

/** Returns the codes that the service does not know. Those that have ended, or are for something else, are no guesses. */
export function unknownCodes(answers: readonly CodeAnswer[]): readonly string[] {
  return answers.flatMap(({ code, result }) => (result === "UNKNOWN" ? [code] : []));
}

export function codesOf(typed = ""): readonly string[] {
  return [...new Set(typed.split(/\s+/).filter(Boolean).map(normalized))];
}

function normalized(code: string): string {
  return code.toUpperCase();
}

function freshOf(network: string | undefined, codes: readonly string[]): readonly string[] {
  for (const [key, at] of unknown) {
    if (at > Date.now() - HOUR_MS) break;
    unknown.delete(key);
  }
  return codes.filter((code) => !unknown.has(keyOf(network, code)));
}

function remember(network: string | undefined, code: string): void {
  const key = keyOf(network, code);
  unknown.delete(key);
  unknown.set(key, Date.now());
}

/** A digest bounds the length. */
function keyOf(network: string | undefined, code: string): string {
  return createHash("sha256")
    .update(JSON.stringify([network, code]))
    .digest("base64url");
}
