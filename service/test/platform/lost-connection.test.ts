import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import test, { after } from "node:test";
import Fastify from "fastify";
import { answerFault } from "#src/platform/http/faults.ts";
import { type Db, openPool } from "#src/platform/store/db.ts";
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

/** Returns a message of PostgreSQL's protocol: a type, the length of the rest in four bytes, and a body. */
function message(type: string, body: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + Buffer.byteLength(body));
  return Buffer.concat([Buffer.from(type), length, Buffer.from(body)]);
}

const AUTHENTICATED = message("R", "\0\0\0\0");
const READY = message("Z", "I");
const DONE = message("C", "SELECT 0\0");
const SHUT_DOWN = message("E", "SFATAL\0C57P01\0Mterminating connection\0\0");

test("keeps running when a connection ends in the packet of an answer, while another caller waits for it", async () => {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      socket.write(Buffer.concat([AUTHENTICATED, READY]));
      // The settings of the session.
      socket.once("data", () => {
        socket.write(Buffer.concat([DONE, READY]));
        socket.once("data", () => socket.end(Buffer.concat([DONE, READY, SHUT_DOWN])));
      });
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const pool = openPool(`postgres://foyer@127.0.0.1:${(server.address() as AddressInfo).port}/foyer`, 1);
  const answered = pool.query("SELECT 1");
  const waiting = pool.transaction((tx) => tx.query("SELECT 2"));
  assert.deepEqual(await answered, []);
  await assert.rejects(waiting);
  assert.deepEqual(await pool.query("SELECT 3"), []);
  await pool.close();
  server.close();
});
