import "server-only";

import type { ZodType } from "zod";
import { env } from "#lib/env.ts";
import { afterChange } from "#lib/runtime/catalogue-changes.ts";
import { atMost, recentAnswers } from "#lib/runtime/concurrency.ts";
import { processWide } from "#lib/runtime/process-wide.ts";
import type { CallName, PromoterCall, ShopCall } from "#lib/ticketing/client/calls.ts";
import { MISSING_STATUSES } from "#lib/ticketing/client/extension.ts";
import { TicketingFault, undefinedIfUnreadable } from "#lib/ticketing/client/fault.ts";
import type { Path } from "#lib/ticketing/client/paths.ts";
import { type NamedCall, request } from "#lib/ticketing/client/request.ts";

// Events, dates and ticket types that are read one by one, where the service has no call for all of them.

/** As `revalidate` of the pages. */
const KEPT_MS = 40_000;
const KEPT_MAX = 10_000;
const AT_ONCE = 8;

/** The number of reads that one page may need. What is beyond it is not shown, and the page says so. */
const READS_MAX = 300;
/** The list, an event, its dates and their ticket types are read one after the other, and each may take as long as a read may. */
const STEPS_MAX = 4;

/** The reads of a page. A copy is for a part of it, which ends by itself. */
export type Reads = {
  /** How many the page may need. What is kept counts too, so that a page always shows the same. */
  readonly count: { left: number };
  /** When no more are sent, by the clock of `performance.now()`. A fault ends them at once: without that answer the others are of no use. */
  until: number;
  /** Few are in the queue at a time, so that pages take turns. */
  readonly inTurn: ReturnType<typeof atMost>;
};

export function readsOfPage(): Reads {
  const until = performance.now() + STEPS_MAX * env().TICKETING_READ_MS;
  return { count: { left: READS_MAX }, until, inTurn: atMost(AT_ONCE) };
}

const takeTurn = processWide("turns of single reads", () => atMost(AT_ONCE));

const answers = recentAnswers<{ readonly value: unknown }>("single reads", {
  keptMs: KEPT_MS,
  max: KEPT_MAX,
  kept: () => true,
});
afterChange(answers.clear);

type SingleRead<T> = { readonly path: Path | undefined; readonly answer: ZodType<T> };
/** A read of the shop or, with `PromoterCall`, of a promoter. */
type Named<Name extends CallName> = Extract<NamedCall, { readonly name: Name }>;

/**
 * Returns what is at a path; `undefined` where nothing is, or nothing that can be read. The answer is used for as long as a page is,
 * so each path belongs to one schema and to the shop. Throws TicketingFault where the service does not answer, or the time of the page is over.
 */
export async function readKept<T>(read: Named<ShopCall> & SingleRead<T>, reads: Reads): Promise<T | undefined> {
  const { path } = read;
  if (path === undefined) return undefined;
  const ask = async () => ({ value: await readIfPossible(read) });
  const known = answers.recall(path);
  const answer = known
    ? await untilFault(reads, () => known)
    : await whenItsTurn(read, reads, () => answers.get(path, ask));
  return answer.value as T | undefined;
}

/** Like `readKept`, without a memory and for whoever is signed in. */
export function readAs<T>(read: Named<PromoterCall> & SingleRead<T>, reads: Reads): Promise<T | undefined> {
  return whenItsTurn(read, reads, () => readIfPossible(read));
}

function whenItsTurn<T>({ name }: { readonly name: CallName }, reads: Reads, send: () => Promise<T>): Promise<T> {
  const sendInTime = async () => {
    if (performance.now() < reads.until) return untilFault(reads, send);
    throw new TicketingFault(`${name} was not sent: the page's reads before it took too long.`);
  };
  return reads.inTurn(() => takeTurn(sendInTime));
}

async function untilFault<T>(reads: Reads, send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (fault) {
    reads.until = 0;
    throw fault;
  }
}

function readIfPossible<T>(read: NamedCall & SingleRead<T>): Promise<T | undefined> {
  return request({ ...read, method: "GET", missing: MISSING_STATUSES }).catch(undefinedIfUnreadable);
}
