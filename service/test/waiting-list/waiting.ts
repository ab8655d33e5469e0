import assert from "node:assert/strict";
import type { Db } from "#src/platform/store/db.ts";
import type { NewReservation } from "#src/reservations/domain/sale.ts";
import type { Entry } from "#src/reservations/domain/waiting-list-entry.ts";
import { releaseReservation } from "#src/reservations/use-cases/release.ts";
import { confirm, getEntry } from "#src/reservations/use-cases/waiting-list/entries.ts";
import { joinWaitingList, type WaitingListTarget } from "#src/reservations/use-cases/waiting-list/join.ts";
import { makeDueOffers } from "#src/reservations/use-cases/waiting-list/settle-offers.ts";
import { type putOnSale, stage } from "#test/buying.ts";

/** Creates an event on sale and returns the steps of a buyer and of those who wait. */
export async function waitingStage(db: Db, wish: Parameters<typeof putOnSale>[1] = {}) {
  const staged = await stage(db, wish);
  const { runtime, caller, onSale } = staged;
  let joined = 0;

  const newest = async (email: string) => {
    const [row] = await db.query<{ key: string }>(
      `SELECT key FROM waiting_list_entry WHERE event_id = $1 AND email = $2 ORDER BY id DESC LIMIT 1`,
      [onSale.eventId, email],
    );
    assert.ok(row, `${email} is not on the list`);
    return row.key;
  };

  /** Joins with a new address, and returns the key of the unconfirmed entry. */
  async function join(quantity: number, target: WaitingListTarget = { eventId: onSale.eventId }): Promise<string> {
    joined += 1;
    const email = `waiting${joined}@example.com`;
    const outcome = await joinWaitingList(runtime, caller, target, { email, quantity, language: "en" });
    assert.ok(outcome.ok, JSON.stringify(outcome));
    return newest(email);
  }

  async function wait(quantity: number, target?: WaitingListTarget): Promise<string> {
    const key = await join(quantity, target);
    await confirmed(key);
    return key;
  }

  async function confirmed(key: string): Promise<void> {
    assert.deepEqual(await confirm(runtime, caller, key), { ok: true });
  }

  async function entry(key: string): Promise<Entry> {
    const found = await getEntry(runtime, caller, key);
    assert.ok(found, "There is no such entry.");
    return found;
  }

  /** Returns an entry that may have been left, or that was never made. */
  const find = async (key: string | undefined) => (key === undefined ? undefined : getEntry(runtime, caller, key));

  const states = async (...keys: readonly string[]) => {
    const states: string[] = [];
    for (const key of keys) states.push((await entry(key)).state);
    return states;
  };

  const endOffer = (key: string, isAnnounced: boolean) =>
    db.query(
      `UPDATE waiting_list_offer offer SET expires_at = now() - interval '1 second', mail_until = now() - interval '1 second',
              announced_at = CASE WHEN $2 THEN offer.created_at END
         FROM waiting_list_entry entry
        WHERE entry.event_id = offer.event_id AND entry.id = entry_id AND entry.key = $1 AND offer.state IN ('OPEN', 'COLLECTING')`,
      [key, isAnnounced],
    );

  /** Lets the open offer of an entry expire after its mail was sent, or its collection. */
  const lapseOffer = async (key: string) => void (await endOffer(key, true));

  /** Lets the time pass in which the mail of an entry's offer can be sent. */
  const lapseMail = async (key: string) => void (await endOffer(key, false));

  /** Returns the kinds and recipients of the messages of the account, oldest first. */
  const messages = async () =>
    db.query<{ kind: string; recipient: string; details: { entry: string; offer?: string } }>(
      `SELECT kind, recipient, details FROM message WHERE account_id = $1 ORDER BY created_at, key`,
      [caller.account.id],
    );

  const sweep = () => makeDueOffers(runtime, onSale.eventId);
  return { ...staged, db, join, wait, confirm: confirmed, entry, find, states, lapseOffer, lapseMail, messages, sweep };
}

/** Sells out the stage's event in reservations of these quantities. */
export async function soldOut(db: Db, quantities: readonly number[], wish: Parameters<typeof waitingStage>[1] = {}) {
  const places = quantities.reduce((sum, one) => sum + one, 0);
  const real = await waitingStage(db, { sections: [places], ...wish });
  const made: NewReservation[] = [];
  for (const quantity of quantities) made.push(await real.reserve([quantity]));
  const release = (at: number) => releaseReservation(real.runtime, real.caller, made[at]?.key ?? "");
  return { ...real, made, release };
}
