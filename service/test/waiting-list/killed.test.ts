import assert from "node:assert/strict";
import { fork } from "node:child_process";
import { once } from "node:events";
import test from "node:test";
import { fileURLToPath } from "node:url";
import { testDatabase } from "#test/cluster.ts";
import type { LastOffer } from "./killed-while-offering.ts";
import { waitingStage } from "./waiting.ts";

const { db, url, drop } = await testDatabase();
test.after(drop);

test("a process that is killed between an offer and its commit leaves neither the offer nor its message", async () => {
  const { onSale, reserve, wait, states, lapse, sweep, messages, taken, ask } = await waitingStage(db, {
    sections: [2],
  });
  const { eventId } = onSale;
  const reserved = await reserve([2]);
  const entry = await wait(2);
  await lapse(reserved.key);
  await db.query(`UPDATE sale SET holds_stock = false WHERE key = $1`, [reserved.key]);
  await db.query(`UPDATE stock SET taken = 0 WHERE event_id = $1`, [eventId]);

  const file = fileURLToPath(import.meta.resolve("#test/waiting-list/killed-while-offering.ts"));
  const child = fork(file, [JSON.stringify({ url, eventId } satisfies LastOffer)]);
  assert.deepEqual(await once(child, "message"), ["offered", undefined]);
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
  const offers = async () => (await messages()).filter(({ kind }) => kind === "WAITING_LIST_OFFER");
  assert.deepEqual([await states(entry), await offers(), await taken()], [["WAITING"], [], [0]]);

  // A reservation makes the offer that the killed process did not commit.
  assert.equal((await ask([1])).ok, false);
  await sweep();
  assert.deepEqual([await states(entry), (await offers()).length, await taken()], [["OFFERED"], 1, [2]]);
});
