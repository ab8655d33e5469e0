import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, request } from "node:http";
import test from "node:test";
import { Card } from "#src/payments/domain/card.ts";
import { processorOverHttp } from "#src/payments/outside/processor-over-http.ts";
import { payCart } from "#src/payments/use-cases/pay-cart.ts";
import { settlePayments } from "#src/payments/use-cases/settle-payments.ts";
import { answerType, CARD } from "#test/buying.ts";
import { testDatabase } from "#test/cluster.ts";
import { startSandbox } from "#test/sandbox.ts";
import { makeDue, stage } from "#test/stage.ts";

const [OLD, NEW] = ["the secret until today", "the secret from today on"];
const LOST_ANSWER = new Card({ ...CARD.reveal(), number: "4111111111111400" });
const { db, drop } = await testDatabase();
test.after(drop);

/** Starts the sandbox processor behind a front that takes each accepted secret, as a processor with two secrets does. */
async function startProcessor(accepted: ReadonlySet<string>) {
  const sandbox = await startSandbox();
  const { port } = new URL(sandbox.url);
  const front = createServer((incoming, outgoing) => {
    const { url: path, method, headers } = incoming;
    const isAccepted = accepted.has((headers.authorization ?? "").replace("Bearer ", ""));
    const authorization = `Bearer ${isAccepted ? sandbox.secret : "refused"}`;
    const onward = request({ port, path, method, headers: { ...headers, authorization } }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on("error", () => outgoing.destroy()).pipe(outgoing);
    });
    onward.on("error", () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await once(front.listen(0, "127.0.0.1"), "listening");
  test.after(() => {
    front.closeAllConnections();
    front.close();
    sandbox.stop();
  });
  return `http://127.0.0.1:${Object(front.address()).port}`;
}

test("PROCESSOR_SECRET is replaced during sales: an open payment is settled under the new one, and each cart is charged", async () => {
  const accepted = new Set([OLD]);
  const url = await startProcessor(accepted);
  const { world, caller, holdLocked, status, state } = await stage(db);
  const under = (secret: string) => ({ ...world, processor: processorOverHttp({ url, secret, limitMs: 10_000 }) });
  const [before, after] = [under(OLD), under(NEW)];
  const parts = [{ method: "CREDIT_CARD" as const, text: "47.50" }];
  const pay = async (service: typeof before, cartKey: string, card = CARD) =>
    answerType(await payCart(service, { caller, scope: { cartKey }, parts, card }));

  const open = await holdLocked([1]);
  assert.equal(await pay(before, open.cartKey, LOST_ANSWER), "not_known");

  accepted.add(NEW);
  const [one, two] = [await holdLocked([1]), await holdLocked([1])];
  assert.deepEqual(
    await Promise.all([pay(before, one.cartKey), pay(after, two.cartKey)]),
    ["SUCCESS", "SUCCESS"],
    "service processes with either secret sell until the last one is restarted",
  );
  await makeDue(db);
  await settlePayments(after);
  assert.equal(await status(open.key), "CONFIRMED");
  assert.deepEqual(await state(open.cartKey), ["PAID"]);

  accepted.delete(OLD);
  const last = await holdLocked([1]);
  assert.notEqual(await pay(before, last.cartKey), "SUCCESS", "the old secret is refused");
  assert.equal(await status(last.key), "LOCKED", "a refused secret charges nothing");
  assert.equal(await pay(after, last.cartKey), "SUCCESS");
});
