import { randomUUID } from "node:crypto";
import { hashPassword } from "#src/accounts/use-cases/password.ts";
import type { Db } from "#src/platform/store/db.ts";
import { type OnSale, putOnSale } from "#test/buying.ts";
import { TEST_PASSWORD } from "#test/test-app.ts";
import type { Shop } from "./buyers.ts";
import { nothingObserved, openClient } from "./client.ts";
import type { KillSystem } from "./system.ts";

/** Few enough that events sell out during a run. */
const SECTION_PLACES = 25;
const TYPE_PLACES = 15;
const EVENTS = 3;
/** The first voucher is used up during a run. */
const VOUCHERS_MINOR = [30_000, 10_000_000] as const;

export type OpenShop = Shop & {
  readonly accountId: number;
  /** The credential of the user who sells. */
  readonly user: string;
  readonly password: string;
  /** Puts new events on sale, in place of those that are sold out. */
  readonly renew: () => Promise<void>;
  readonly close: () => void;
};

/** Puts events of one account on sale, with vouchers, and signs in a user who may sell and refund. */
export async function openShop(system: KillSystem, address = () => system.address): Promise<OpenShop> {
  const { db, ca } = system;
  const first = await putOnSale(db);
  const { caller } = first;
  const [user] = await db.query<{ username: string }>(
    `UPDATE account_user SET password_hash = $2, may_manage = true WHERE id = $1 RETURNING username`,
    [caller.id, await hashPassword(TEST_PASSWORD)],
  );
  const client = openClient(address, ca, `${user?.username}:${TEST_PASSWORD}`);
  const vouchers = await Promise.all(VOUCHERS_MINOR.map((minor) => insertVoucher(db, caller.account.id, minor)));
  let events: readonly [OnSale, ...OnSale[]] = [first];

  async function renew(): Promise<void> {
    const [one, ...others] = await Promise.all(
      Array.from({ length: EVENTS }, () => putEventOnSale(db, caller.account.id)),
    );
    if (one !== undefined) events = [one, ...others];
  }

  await renew();
  return {
    client,
    events: () => events,
    vouchers: vouchers as unknown as readonly [string, ...string[]],
    observed: nothingObserved(),
    accountId: caller.account.id,
    user: user?.username ?? "",
    password: TEST_PASSWORD,
    renew,
    close: client.close,
  };
}

/** Puts an event on sale with two ticket types in one section, of which the second has its own maximum. */
async function putEventOnSale(db: Db, accountId: number): Promise<OnSale> {
  const onSale = await putOnSale(db, { sections: [SECTION_PLACES], types: [{}, { maximum: TYPE_PLACES }] });
  await db.query(`UPDATE event SET account_id = $1 WHERE id = $2`, [accountId, onSale.eventId]);
  return onSale;
}

async function insertVoucher(db: Db, accountId: number, minor: number): Promise<string> {
  const code = randomUUID().replaceAll("-", "").slice(0, 16).toUpperCase();
  await db.query(
    `INSERT INTO voucher (account_id, code, currency, initial_minor, balance_minor) VALUES ($1, $2, 'AUD', $3, $3)`,
    [accountId, code, minor],
  );
  return code;
}
