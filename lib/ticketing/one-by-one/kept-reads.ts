import "server-only";

import type { ZodType } from "zod";
import { afterChange } from "#lib/runtime/catalogue-changes.ts";
import { atMost, recentAnswers } from "#lib/runtime/concurrency.ts";
import { processWide } from "#lib/runtime/process-wide.ts";
import type { CallName } from "#lib/ticketing/client/calls.ts";
import { MISSING_STATUSES } from "#lib/ticketing/client/extension.ts";
import { UnreadableAnswer } from "#lib/ticketing/client/fault.ts";
import type { Path } from "#lib/ticketing/client/paths.ts";
import { request } from "#lib/ticketing/client/request.ts";

// Events, dates and ticket types that are read one by one, where the service has no call for all of them.

/** As `revalidate` of the pages. */
const KEPT_MS = 40_000;
const KEPT_MAX = 10_000;
const AT_ONCE = 8;

/** The number of reads that one page may need. What is beyond it is not shown, and the page says so. */
const READS_MAX = 300;

/** The reads that a page has left. What is kept counts too, so that a page always shows the same. */
export type Reads = { left: number };

export function readsOfPage(): Reads {
  return { left: READS_MAX };
}

const takeTurn = processWide("turns of single reads", () => atMost(AT_ONCE));

const answers = recentAnswers<{ readonly value: unknown }>("single reads", {
  keptMs: KEPT_MS,
  max: KEPT_MAX,
  kept: () => true,
});
afterChange(answers.clear);

type SingleRead<T> = { readonly name: CallName; readonly path: Path | undefined; readonly answer: ZodType<T> };

/**
 * Returns what is at a path; `undefined` where nothing is, or nothing that can be read. The answer is used for as long as a page is,
 * so each path belongs to one schema. Throws TicketingFault where the service does not answer.
 */
export async function readKept<T>({ name, path, answer }: SingleRead<T>): Promise<T | undefined> {
  if (path === undefined) return undefined;
  const ask = async () => ({ value: await takeTurn(() => readIfPossible({ name, path, answer })) });
  return (await answers.get(path, ask)).value as T | undefined;
}

/** Like `readKept`, without a memory and for whoever is signed in. */
export async function readIfPossible<T>(read: SingleRead<T> & Partial<Pick<Parameters<typeof request>[0], "as">>) {
  try {
    return await request({ ...read, method: "GET", missing: MISSING_STATUSES });
  } catch (fault) {
    if (!(fault instanceof UnreadableAnswer)) throw fault;
    return undefined;
  }
}
