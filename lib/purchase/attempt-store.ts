import "server-only";

import { createHash, randomUUID } from "node:crypto";
import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { env } from "#lib/env.ts";
import { type Attempt, paidKeysOf, type SaleResult, attempt as schema } from "#lib/purchase/attempt.ts";
import { oneAtATime } from "#lib/runtime/concurrency.ts";
import { createAtomically, DRAFT_SUFFIX, readJson, writeAtomically } from "#lib/runtime/files.ts";
import { processWide } from "#lib/runtime/process-wide.ts";
import { forgetPlaces, keepFreePlaces } from "#lib/security/live-reservations.ts";
import { activityFolder } from "#lib/session/activity.ts";
import { newestCheckoutIdsFolder } from "#lib/session/purchase/replaced-purchase.ts";
import { revocationFolders } from "#lib/session/revocations.ts";
import { log } from "#lib/telemetry/log.ts";
import { isZero, type Money } from "#lib/ticketing/model/money.ts";

/** Digests of the browser and email that may see the tickets of a payment. A leaked file grants no access. */
export type PaymentOwner = { readonly checkoutDigest: string; readonly emailDigest?: string };

/** The disk failed before an attempt counted, so that its payment must not be sent. */
export class AttemptNotWritten extends Error {}

type NewAttempt = { readonly amount: Money; readonly keys: readonly string[]; readonly owner?: PaymentOwner };

/**
 * Writes a new attempt to disk before the pay call is sent. Where an attempt of this Cart is open, or has paid these
 * sales, the call joins it: it sends nothing, and shows the result of the first. Storefronts that share a data folder
 * join each other's attempts. Throws AttemptNotWritten when the disk fails.
 */
export function openAttempt(
  cartId: string,
  { amount, keys, owner }: NewAttempt,
): Promise<{ readonly attempt: Attempt; readonly joined: boolean }> {
  return oneAtATime(cartId, async () => {
    const { next, ...found } = await findPointers(cartId);
    const last = found.id === undefined ? undefined : await readAttempt(found.id);
    if (last && (last.state === "open" || mustNotPayAgain(last, keys))) {
      return { attempt: last, joined: true };
    }
    const openedAt = new Date().toISOString();
    const attempt: Attempt = {
      id: randomUUID(),
      cartId,
      saleKeys: keys,
      amount,
      state: "open",
      openedAt,
      ...(owner && { owners: [owner.checkoutDigest] }),
      ...(owner?.emailDigest !== undefined && { emailDigest: owner.emailDigest }),
    };
    const file = fileOf("open", attempt.id);
    const isFirst = await writeAtomically(file, attempt)
      .then(() => createAtomically(next, attempt.id))
      .catch(async (cause: unknown) => {
        await rm(file, { force: true }).catch(() => undefined);
        throw new AttemptNotWritten("A payment attempt could not be written.", { cause });
      });
    if (!isFirst) {
      // Another storefront was faster. The payment of this attempt was not sent.
      await rm(file, { force: true });
      const first = await findAttempt(cartId);
      if (first === undefined) throw new Error("The attempt of another process could not be read.");
      return { attempt: first, joined: true };
    }
    void removeExpiredFiles(
      [
        join(root(), "settled"),
        join(root(), "carts"),
        ...revocationFolders(),
        activityFolder(),
        newestCheckoutIdsFolder(),
      ],
      Date.now(),
      [join(root(), "open")],
    );
    return { attempt, joined: false };
  });
}

/**
 * Returns whether another attempt could charge a second time: the last one paid all of these sales, or as a mixed one, some.
 */
function mustNotPayAgain(last: Attempt, keys: readonly string[]): boolean {
  if (last.state === "mixed") return keys.some((key) => paidKeysOf(last).includes(key));
  return (last.state === "paid" || last.state === "unfulfilled") && keys.every((key) => last.saleKeys.includes(key));
}

/**
 * Writes the result of an attempt to disk. The first result stands. When the disk fails, it logs an alarm and does not
 * throw: the attempt stays open, and its sales are read again.
 */
export async function settleAttempt(
  id: string,
  state: Exclude<Attempt["state"], "open">,
  results?: readonly SaleResult[],
): Promise<void> {
  const found = await read("open", id);
  if (found === undefined) return;
  const settled = oneAtATime(found.cartId, async () => {
    await createAtomically(fileOf("settled", id), {
      ...found,
      state,
      ...(results && { results }),
      settledAt: new Date().toISOString(),
    });
    await rm(fileOf("open", id), { force: true });
  });
  const updatePlaces = isZero(found.amount) ? keepFreePlaces : forgetPlaces;
  updatePlaces(paidKeysOf({ ...found, state, ...(results && { results }) }));
  await settled.catch(() => log("alarm", "The result of an attempt could not be written.", { attempt: id }));
}

/** Lets this checkout id show the tickets of the attempt as well. */
export async function addOwner({ id, cartId }: Attempt, checkoutDigest: string): Promise<void> {
  await oneAtATime(cartId, async () => {
    for (const state of ["settled", "open"] as const) {
      const found = await read(state, id);
      if (found === undefined) continue;
      return writeAtomically(fileOf(state, id), { ...found, owners: [...(found.owners ?? []), checkoutDigest] });
    }
  });
}

/** Returns the Cart's latest attempt, open or settled. */
export async function findAttempt(cartId: string): Promise<Attempt | undefined> {
  const { id } = await findPointers(cartId);
  return id === undefined ? undefined : readAttempt(id);
}

async function readAttempt(id: string): Promise<Attempt | undefined> {
  return (await read("settled", id)) ?? (await read("open", id));
}

/**
 * Returns the id of the Cart's latest attempt, and the path of the next attempt's pointer. Pointers are numbered and never
 * replaced, so that of two processes only one creates the next.
 */
async function findPointers(cartId: string): Promise<{ readonly id?: string; readonly next: string }> {
  let id: string | undefined;
  for (let number = 0; ; number += 1) {
    const next = pointerOf(cartId, number);
    const found = await readJson(next);
    if (found === undefined) return { ...(id !== undefined && { id }), next };
    id = z.uuid().safeParse(found).data;
  }
}

async function read(state: "open" | "settled", id: string): Promise<Attempt | undefined> {
  if (!z.uuid().safeParse(id).success) return undefined;
  return schema.safeParse(await readJson(fileOf(state, id))).data;
}

/** As long as an attempt with many sales, so that it needs a block of the disk. */
const TRIAL = "x".repeat(4_096);

/** Writes a file as that of an open attempt and removes it. Throws when the disk could take no attempt. */
export async function tryToWriteAttempt(): Promise<void> {
  const file = fileOf("open", `trial-${randomUUID()}`);
  await writeAtomically(file, TRIAL);
  await rm(file);
}

function root(): string {
  return join(env().FOYER_DATA, "storefront", "attempts");
}

function fileOf(state: "open" | "settled", id: string): string {
  return join(root(), state, `${id}.json`);
}

/** The cart's id is a secret, so the file is named by its digest. The digest also keeps special characters out of the path. */
function pointerOf(cartId: string, number: number): string {
  const digest = createHash("sha256").update(cartId).digest("hex");
  return join(root(), "carts", number === 0 ? `${digest}.json` : `${digest}.${number}.json`);
}

/** After a month no valid cookie refers to a file. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;
/** A file is written within seconds: a draft of this age was left by a process that was killed. */
const DRAFT_MS = 60 * 60 * 1000;
const BETWEEN_MS = 60 * 60 * 1000;

const last = processWide("expired files", () => ({ at: Number.NEGATIVE_INFINITY }));

/**
 * Removes files that are older than a month from these folders, and the drafts of killed processes from these and `alsoDraftsIn`, at most
 * once an hour. It never throws.
 */
export async function removeExpiredFiles(
  folders: readonly string[],
  now: number,
  alsoDraftsIn: readonly string[] = [],
): Promise<void> {
  if (now - last.at < BETWEEN_MS) return;
  last.at = now;
  try {
    for (const folder of folders) await removeExpiredIn(folder, now, KEPT_MS);
    for (const folder of alsoDraftsIn) await removeExpiredIn(folder, now, Number.POSITIVE_INFINITY);
  } catch {
    log("warn", "Old files could not be removed.");
  }
}

async function removeExpiredIn(folder: string, now: number, keptMs: number): Promise<void> {
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name);
    const found = await stat(file).catch(() => undefined);
    const limitMs = name.endsWith(DRAFT_SUFFIX) ? DRAFT_MS : keptMs;
    if (found !== undefined && now - found.mtimeMs > limitMs) await rm(file, { force: true });
  }
}
