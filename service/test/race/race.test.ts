import assert from "node:assert/strict";
import test from "node:test";
import type { Db } from "#src/store/db.ts";
import { hashPassword } from "#src/use-cases/password.ts";
import { testDatabase } from "#test/cluster.ts";
import { putOnSale } from "#test/on-sale.ts";
import type { Orders } from "./orders.ts";
import { race } from "./two-processes.ts";

const PASSWORD = "as good as any";
const PLACES = 50;

async function prepare(db: Db, url: string): Promise<Omit<Orders, "clients">> {
  const { eventId, ticketTypeIds, caller } = await putOnSale(db, { sections: [PLACES] });
  await db.query(`UPDATE account_user SET username = 'shop', password_hash = $2 WHERE id = $1`, [
    caller.id,
    await hashPassword(PASSWORD),
  ]);
  const ticketTypeId = ticketTypeIds[0] ?? 0;
  return { url, username: "shop", password: PASSWORD, eventId, ticketTypeId, connections: 8, naive: false };
}

/** The sum of what is really held, which has to agree with the counter that decided. */
async function audit(db: Db): Promise<{ held: number; taken: number }> {
  const [row] = await db.query<{ held: number; taken: number }>(
    `SELECT (SELECT coalesce(sum(quantity), 0)::integer FROM sale_line line
               JOIN sale ON sale.event_id = line.event_id AND sale.id = line.sale_id WHERE holds_stock) AS held,
            (SELECT sum(taken)::integer FROM stock) AS taken`,
  );
  return row ?? { held: -1, taken: -1 };
}

for (const clients of [500, 5_000]) {
  test(`${clients} clients, 50 places, two processes: exactly 50 are sold and every loser is told`, async () => {
    const { db, url, drop } = await testDatabase();
    const orders = await prepare(db, url);
    assert.deepEqual(await race({ ...orders, clients }), { won: PLACES, "200 SOLD_OUT": clients - PLACES });
    assert.deepEqual(await audit(db), { held: PLACES, taken: PLACES });
    await drop();
  });
}

test("the negative control: with the rule switched off the same race oversells", async () => {
  const { db, url, drop } = await testDatabase();
  const orders = await prepare(db, url);
  await db.query(`ALTER TABLE stock DROP CONSTRAINT never_oversold`);
  const { won = 0 } = await race({ ...orders, clients: 500, naive: true });
  assert.ok(won > PLACES, `${won} were sold`);
  assert.equal((await audit(db)).taken, won);
  await drop();
});
