import "server-only";

import { createHash, randomUUID } from "node:crypto";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { isZero, type Money } from "#lib/domain/money/money.ts";
import { type Attempt, paidKeysOf, type SaleResult } from "#lib/domain/payment/attempt.ts";
import { env } from "#lib/env.ts";
import { readWhole, writeWhole } from "#lib/files.ts";
import { log } from "#lib/log.ts";
import { removeExpiredFiles } from "./expired-files.ts";
import { newestCheckoutIdsFolder } from "./newest-checkout-ids.ts";
import { forgetPlaces, keepFreePlaces } from "./places.ts";
import { revocationFolders } from "./revocations.ts";
import { oneAtATime } from "./single-flight.ts";

const end = z.object({
  key: z.string(),
  eventId: z.number(),
  eventName: z.string(),
  total: z.object({ minor: z.int(), currency: z.string() }).exactOptional(),
  result: z.enum(["paid", "card_refused", "not_tried", "not_paid", "reservation_expired", "returned"]),
}) satisfies z.ZodType<SaleResult>;

const attempt = z.object({
  id: z.uuid(),
  cartId: z.string(),
  saleKeys: z.array(z.string()),
  amount: z.object({ minor: z.int(), currency: z.string() }),
  state: z.enum(["open", "paid", "mixed", "refused", "not_charged", "unfulfilled"]),
  results: z.array(end).exactOptional(),
  openedAt: z.string(),
  settledAt: z.string().exactOptional(),
  owners: z.array(z.string()).exactOptional(),
  emailDigest: z.string().exactOptional(),
}) satisfies z.ZodType<Attempt>;

/** Who may see the tickets that a payment buys: digests alone, so that a read file opens nothing. */
export type PaymentOwner = { readonly checkoutDigest: string; readonly emailDigest?: string };

type NewAttempt = { readonly amount: Money; readonly keys: readonly string[]; readonly owner?: PaymentOwner };

/**
 * Written down before the pay call leaves. Where an attempt of this Cart is open, or has paid these very sales, it is
 * joined: whoever joined sends nothing and shows what becomes of the first.
 */
export function openAttempt(
  cartId: string,
  { amount, keys, owner }: NewAttempt,
): Promise<{ readonly attempt: Attempt; readonly joined: boolean }> {
  return oneAtATime(cartId, async () => {
    const last = await findAttempt(cartId);
    if (last && (last.state === "open" || mustNotPayAgain(last, keys))) {
      return { attempt: last, joined: true };
    }
    const openedAt = new Date().toISOString();
    const attempt: Attempt = {
      ...{ id: randomUUID(), cartId, saleKeys: keys, amount, state: "open", openedAt },
      ...(owner && { owners: [owner.checkoutDigest] }),
      ...(owner?.emailDigest !== undefined && { emailDigest: owner.emailDigest }),
    };
    await writeWhole(fileOf("open", attempt.id), attempt);
    await writeWhole(pointerOf(cartId), attempt.id);
    void removeExpiredFiles(
      [join(root(), "settled"), join(root(), "carts"), ...revocationFolders(), newestCheckoutIdsFolder()],
      Date.now(),
    );
    return { attempt, joined: false };
  });
}

/** Another attempt at these could only charge a second time: all are through, or one of them was paid in a mixed end. */
function mustNotPayAgain(last: Attempt, keys: readonly string[]): boolean {
  if (last.state === "mixed") return keys.some((key) => paidKeysOf(last).includes(key));
  return (last.state === "paid" || last.state === "unfulfilled") && keys.every((key) => last.saleKeys.includes(key));
}

/**
 * What became of it. The first settlement stands. A disk in trouble is an operator's business and hides nothing from
 * whoever has paid: the attempt stays open then, and is asked about again.
 */
export async function settleAttempt(
  id: string,
  state: Exclude<Attempt["state"], "open">,
  results?: readonly SaleResult[],
): Promise<void> {
  const found = await read("open", id);
  if (found === undefined) return;
  const settled = oneAtATime(found.cartId, async () => {
    if ((await read("settled", id)) === undefined) {
      await writeWhole(fileOf("settled", id), {
        ...found,
        state,
        ...(results && { results }),
        settledAt: new Date().toISOString(),
      });
    }
    await rm(fileOf("open", id), { force: true });
  });
  const countOn = isZero(found.amount) ? keepFreePlaces : forgetPlaces;
  countOn(paidKeysOf({ ...found, state, ...(results && { results }) }));
  await settled.catch(() => log("alarm", "What became of an attempt could not be written down.", { attempt: id }));
}

/** From now on this checkout id may show the tickets of this attempt too. */
export async function addOwner({ id, cartId }: Attempt, checkoutDigest: string): Promise<void> {
  await oneAtATime(cartId, async () => {
    for (const state of ["settled", "open"] as const) {
      const found = await read(state, id);
      if (found === undefined) continue;
      return writeWhole(fileOf(state, id), { ...found, owners: [...(found.owners ?? []), checkoutDigest] });
    }
  });
}

/** The Cart's latest attempt, open or settled. */
export async function findAttempt(cartId: string): Promise<Attempt | undefined> {
  const id = z.uuid().safeParse(await readWhole(pointerOf(cartId)));
  if (!id.success) return undefined;
  return (await read("settled", id.data)) ?? (await read("open", id.data));
}

/** What an operator must see: nobody can say yet how these ended. */
export async function listOpenAttempts(): Promise<readonly Attempt[]> {
  const folder = join(root(), "open");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const names = (await readdir(folder)).filter((name) => name.endsWith(".json"));
  const found = await Promise.all(names.map((name) => read("open", name.slice(0, -".json".length))));
  return found.filter((attempt) => attempt !== undefined);
}

async function read(state: "open" | "settled", id: string): Promise<Attempt | undefined> {
  if (!z.uuid().safeParse(id).success) return undefined;
  return attempt.safeParse(await readWhole(fileOf(state, id))).data;
}

function root(): string {
  return join(env().FOYER_DATA, "storefront", "attempts");
}

function fileOf(state: "open" | "settled", id: string): string {
  return join(root(), state, `${id}.json`);
}

/** A cart id is a key: the name of a file gives nothing away, and no path can be made of it. */
function pointerOf(cartId: string): string {
  return join(root(), "carts", `${createHash("sha256").update(cartId).digest("hex")}.json`);
}
