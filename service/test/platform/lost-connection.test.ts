import assert from "node:assert/strict";
import test, { after } from "node:test";
import Fastify from "fastify";
import { answerFault } from "#src/platform/http/faults.ts";
import type { Db } from "#src/platform/store/db.ts";
import { testDatabase } from "#test/cluster.ts";

const { db, drop } = await testDatabase();
const app = Fastify();
app.setErrorHandler((error, _request, reply) => answerFault(error, reply, () => {}));
after(async () => {
  await app.close();
  await drop();
});

/** Ends the transaction's connection on the server, optionally while a statement runs. */
async function cutOff(tx: Db, meanwhile = async () => {}): Promise<void> {
  const [self] = await tx.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const ended = db.query("SELECT pg_terminate_backend($1, 5000)", [self?.pid]);
  await Promise.all([meanwhile(), ended]);
}

// The end of a connection is emitted as an event too. Without a listener the process would exit.
const MOMENTS: Readonly<Record<string, (tx: Db) => Promise<unknown>>> = {
  "under a statement": (tx) => cutOff(tx, async () => void (await tx.query("SELECT pg_sleep(9)"))),
  "between two statements": async (tx) => {
    await cutOff(tx);
    await tx.query("SELECT 1");
  },
  "before the commit": (tx) => cutOff(tx),
};

app.get<{ Params: { moment: string } }>("/:moment", ({ params }) =>
  db.transaction(async (tx) => MOMENTS[params.moment]?.(tx)),
);

for (const moment of Object.keys(MOMENTS)) {
  test(`answers busy when a connection ends ${moment} of a transaction, and keeps running`, async () => {
    const answered = await app.inject(`/${encodeURIComponent(moment)}`);
    assert.equal(answered.statusCode, 503, answered.body);
    assert.equal(answered.headers["retry-after"], "1");
    assert.deepEqual(await db.query("SELECT 1 AS one"), [{ one: 1 }]);
  });
}
