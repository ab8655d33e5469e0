import "server-only";

import { randomUUID } from "node:crypto";
import { type Attempt, paidKeysOf, type SaleResult, attempt as schema, withOwner } from "#lib/purchase/attempt.ts";
import {
  addOwnerInFolder,
  type Ending,
  findInFolder,
  openInFolder,
  readFromFolder,
  SETTLED_SECONDS,
  settleInFolder,
} from "#lib/purchase/attempt-files.ts";
import { removeExpiredFiles } from "#lib/purchase/expired-files.ts";
import { oneAtATime } from "#lib/runtime/concurrency.ts";
import { parseJson } from "#lib/runtime/limited-text.ts";
import { forgetPlaces, keepFreePlaces } from "#lib/security/live-reservations.ts";
import { changeRecord, recordName, recordOf } from "#lib/security/records/records.ts";
import { log } from "#lib/telemetry/log.ts";
import { TicketingFault, undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import { isZero, type Money } from "#lib/ticketing/model/money.ts";

// An attempt stands in two places: in the folder, where storefronts of the release before see it, and as the record of its cart in the
// service, where those of other folders do. Either counts: what is open or paid in one of them is never paid again.

/** Digests of the browser and email that may see the tickets of a payment. A leaked file grants no access. */
export type PaymentOwner = { readonly checkoutDigest: string; readonly emailDigest?: string };

/** The disk or the service failed before an attempt counted in both, so that its payment must not be sent. */
export class AttemptNotWritten extends Error {}

type NewAttempt = { readonly amount: Money; readonly keys: readonly string[]; readonly owner?: PaymentOwner };

/**
 * Writes a new attempt before the pay call is sent. Where an attempt of this Cart is open, or has paid these sales, the call joins it:
 * it sends nothing, and shows the result of the first. Of storefronts that share a data folder the folder decides who is first, then
 * the service among all. Throws AttemptNotWritten where one of them fails.
 */
export function openAttempt(
  cartId: string,
  { amount, keys, owner }: NewAttempt,
): Promise<{ readonly attempt: Attempt; readonly joined: boolean }> {
  return oneAtATime(cartId, async () => {
    const { attempts, next, content } = await lastAttempts(cartId).catch(notWritten);
    const blocking = attempts.find((last) => blocks(last, keys));
    if (blocking !== undefined) return { attempt: blocking, joined: true };
    const attempt: Attempt = {
      id: randomUUID(),
      cartId,
      saleKeys: keys,
      amount,
      state: "open",
      openedAt: new Date().toISOString(),
      ...(owner && { owners: [owner.checkoutDigest] }),
      ...(owner?.emailDigest !== undefined && { emailDigest: owner.emailDigest }),
    };
    const isFirst = await openInFolder(attempt, next).catch(notWritten);
    if (!isFirst) {
      // Another storefront was faster. The payment of this attempt was not sent.
      const first = await findAttempt(cartId, "fresh");
      if (first === undefined) throw new Error("The attempt of another process could not be read.");
      return { attempt: first, joined: true };
    }
    const unsent: Ending = { state: "not_charged", settledAt: attempt.openedAt };
    const other = await openRecord(attempt, content).catch(async (cause: unknown) => {
      await settleInFolder(attempt.id, unsent).catch(() => undefined);
      return notWritten(cause);
    });
    if (other !== undefined) {
      await settleInFolder(attempt.id, unsent);
      return { attempt: other, joined: true };
    }
    if (Date.now() - Date.parse(attempt.openedAt) > OPENING_MS) {
      await settleInFolder(attempt.id, unsent).catch(() => undefined);
      await changeAttempt(attempt, (found) => ({ ...found, ...unsent })).catch(logNotRecorded);
      return notWritten("It took too long.");
    }
    void removeExpiredFiles(Date.now());
    return { attempt, joined: false };
  });
}

/** The payment takes 33 s at most, and both must be over by the longest timeout, 35 s after the attempt was opened. */
const OPENING_MS = 2_000;

function notWritten(cause: unknown): never {
  throw new AttemptNotWritten("A payment attempt could not be written.", { cause });
}

/** Returns whether another attempt to pay these sales could charge a second time. */
function blocks(last: Attempt, keys: readonly string[]): boolean {
  return last.state === "open" || mustNotPayAgain(last, keys);
}

/** Returns whether an attempt paid all of these sales, or as a mixed one, some. */
function mustNotPayAgain(last: Attempt, keys: readonly string[]): boolean {
  if (last.state === "mixed") return keys.some((key) => paidKeysOf(last).includes(key));
  return (last.state === "paid" || last.state === "unfulfilled") && keys.every((key) => last.saleKeys.includes(key));
}

/**
 * Settles an attempt in the service and in the folder. The first result stands. What could not be written does not throw: an attempt
 * that stays open is settled when its sales are read again.
 */
export async function settleAttempt(
  attempt: Attempt,
  state: Exclude<Attempt["state"], "open">,
  results?: readonly SaleResult[],
): Promise<void> {
  const { id, cartId, amount } = attempt;
  const ending: Ending = { state, ...(results && { results }), settledAt: new Date().toISOString() };
  const updatePlaces = isZero(amount) ? keepFreePlaces : forgetPlaces;
  updatePlaces(paidKeysOf({ ...attempt, ...ending }));
  await oneAtATime(cartId, async () => {
    // A storefront of the release before has settled it in the folder alone.
    const first = endingOf(await readFromFolder(id)) ?? ending;
    const settle = (found: Attempt) => (found.state === "open" ? { ...found, ...first } : found);
    const stands = await changeAttempt(attempt, settle).catch(logNotRecorded);
    await settleInFolder(id, endingOf(stands) ?? first);
  }).catch(() => log("alarm", "The result of an attempt could not be written.", { attempt: id }));
}

function endingOf(attempt: Attempt | undefined): Ending | undefined {
  if (attempt?.settledAt === undefined) return undefined;
  const { state, settledAt, results } = attempt;
  return { state, settledAt, ...(results && { results }) };
}

/** Lets this checkout id show the tickets of the attempt as well. */
export async function addOwner(attempt: Attempt, checkoutDigest: string): Promise<void> {
  await oneAtATime(attempt.cartId, async () => {
    await changeAttempt(attempt, (found) => withOwner(found, checkoutDigest)).catch(logNotRecorded);
    await addOwnerInFolder(attempt.id, checkoutDigest);
  });
}

/** The folder has it. A storefront that does not see it there reads the sales. */
function logNotRecorded(fault: unknown): undefined {
  if (!(fault instanceof TicketingFault)) throw fault;
  log("warn", "A change of an attempt could not be written to the service.", { fault: fault.message });
}

/** Returns the Cart's latest attempt, open or settled. `fresh`: not what this request has read before. */
export async function findAttempt(cartId: string, how?: "fresh"): Promise<Attempt | undefined> {
  const { attempts } = await lastAttempts(cartId, how === "fresh");
  return attempts.find(({ state }) => state === "open") ?? attempts.toSorted(byOpening).at(-1);
}

function byOpening(one: Attempt, other: Attempt): number {
  return Date.parse(one.openedAt) - Date.parse(other.openedAt);
}

/** The last attempts of a cart, which are two where folder and service have different ones. */
type LastAttempts = {
  readonly attempts: readonly Attempt[];
  /** The path of the next attempt's pointer in the folder. */
  readonly next: string;
  /** The record in the service, which the next attempt replaces. */
  readonly content: string | undefined;
};

async function lastAttempts(cartId: string, isFresh = false): Promise<LastAttempts> {
  const [{ attempt: inFolder, next }, content] = await Promise.all([
    findInFolder(cartId),
    undefinedOnFault(recordOf(nameOf(cartId), isFresh)),
  ]);
  const recorded = parsed(content);
  if (recorded === undefined) return { attempts: inFolder === undefined ? [] : [inFolder], next, content };
  const recordedHere = recorded.id === inFolder?.id ? inFolder : await readFromFolder(recorded.id);
  const merged = mergedAttempt(recorded, recordedHere);
  const isOther = inFolder !== undefined && inFolder.id !== recorded.id;
  return { attempts: isOther && !isPast(inFolder, recorded) ? [inFolder, merged] : [merged], next, content };
}

/** Returns whether an attempt of the folder says nothing beside the one of the service. */
function isPast({ id, state }: Attempt, recorded: Attempt): boolean {
  // Others have settled and followed it, though nobody told this folder. Or it charged nothing, as one that was not sent.
  return state === "not_charged" || (state === "open" && (recorded.earlier?.includes(id) ?? false));
}

/** The state that stands where an attempt has another one in either place: one that was charged, then any ending. */
const BY_PRECEDENCE = ["paid", "mixed", "unfulfilled", "refused", "not_charged", "open"] as const;

/** Returns what is known in both places of one attempt. */
function mergedAttempt(one: Attempt, other: Attempt | undefined): Attempt {
  if (other === undefined) return one;
  const first = BY_PRECEDENCE.indexOf(one.state) <= BY_PRECEDENCE.indexOf(other.state) ? one : other;
  const owners = [...new Set([...(one.owners ?? []), ...(other.owners ?? [])])];
  return { ...one, ...other, ...first, ...(owners.length > 0 && { owners }) };
}

function nameOf(cartId: string): string {
  return recordName("attempt", cartId);
}

/** Throws TicketingFault for a content that this release cannot read: it is not known to be no attempt. */
function parsed(content: string | undefined): Attempt | undefined {
  if (content === undefined) return undefined;
  const { data } = schema.safeParse(parseJson(content));
  if (data === undefined) throw new TicketingFault("The attempt of a cart cannot be read.");
  return data;
}

/** The longest time for which the service keeps a record that expires. An attempt ends within minutes. */
const OPEN_SECONDS = 366 * 24 * 60 * 60;
/** More attempts than the limits allow one cart. */
const EARLIER_MAX = 50;

/**
 * Makes an attempt the record of its cart, in place of the one that was read. Returns the attempt of another storefront that was faster,
 * if there is one. Throws TicketingFault where the service does not answer.
 */
async function openRecord(attempt: Attempt, read: string | undefined): Promise<Attempt | undefined> {
  const content = await changeRecord(nameOf(attempt.cartId), read, (present) => {
    const before = parsed(present);
    // `openAttempt` has checked what was read, together with the folder. This is what another storefront wrote since.
    if (present !== read && before && blocks(before, attempt.saleKeys)) return undefined;
    const earlier = before ? { earlier: [before.id, ...(before.earlier ?? [])].slice(0, EARLIER_MAX) } : {};
    return { content: JSON.stringify({ ...attempt, ...earlier } satisfies Attempt), keptSeconds: OPEN_SECONDS };
  });
  const stands = parsed(content);
  if (stands === undefined || stands.id === attempt.id) return undefined;
  const other = mergedAttempt(stands, await readFromFolder(stands.id));
  // An earlier press gave up an attempt that was written late: the folder knows that it was not sent.
  return blocks(other, attempt.saleKeys) ? other : openRecord(attempt, content);
}

/** Changes the record of an attempt. Returns what stands; `undefined` where the service does not have this attempt. */
async function changeAttempt(
  { id, cartId }: Attempt,
  change: (found: Attempt) => Attempt,
): Promise<Attempt | undefined> {
  const name = nameOf(cartId);
  const content = await changeRecord(name, await undefinedOnFault(recordOf(name)), (present) => {
    const found = parsed(present);
    const changed = found?.id === id ? change(found) : found;
    if (changed === undefined || changed === found) return undefined;
    const keptSeconds = changed.state === "open" ? OPEN_SECONDS : SETTLED_SECONDS;
    return { content: JSON.stringify(changed), keptSeconds };
  });
  const stands = parsed(content);
  return stands?.id === id ? stands : undefined;
}
