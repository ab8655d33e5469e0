import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { gist, runningProcessor } from "./running-processor.ts";

const GOOD = "4111111111111111";

/** Starts a processor with a captured payment of 97.00. */
async function captured(context: TestContext, number = GOOD, options: Parameters<typeof runningProcessor>[1] = {}) {
  const processor = await runningProcessor(context, options);
  const paid = await processor.pay("a", number);
  const id = paid === "lost" ? undefined : paid.body.id;
  assert.equal(gist(await processor.change(id, "capture")), "200 captured");
  return { processor, id };
}

test("refunds parts of a payment, each once under its id, and never more than was captured", async (context) => {
  const { processor, id } = await captured(context);
  assert.equal(gist(await processor.refundPart(id, "r1", "40.00")), "200 refunded");
  assert.equal(gist(await processor.refundPart(id, "r1", "40.00")), "200 refunded");
  assert.equal(gist(await processor.refundPart(id, "r1", "41.00")), "422 idempotency_key_reused");
  assert.equal(gist(await processor.refundPart(id, "r2", "57.01")), "402 refused");
  assert.equal(gist(await processor.refundPart(id, "r2", "57.01")), "402 refused");
  assert.equal(gist(await processor.find("a")), "200 captured");
  assert.equal(gist(await processor.refundPart(id, "r3", "57.00")), "200 refunded");
  assert.equal(gist(await processor.find("a")), "200 refunded");
  assert.equal(gist(await processor.refundPart(id, "r4", "0.01")), "402 refused");
  assert.deepEqual(await processor.kinds("a"), ["authorisation", "capture", "refund", "refund"]);
  assert.equal(gist(await processor.findRefund("r2")), "200 refused");
  assert.equal(gist(await processor.findRefund("r3")), "200 refunded");
  assert.equal(gist(await processor.findRefund("r9")), "404 no_such_refund");
});

test("a payment that is refunded whole, or in parts, is not refunded the other way too", async (context) => {
  const { processor, id } = await captured(context);
  assert.equal(gist(await processor.refundPart(id, "r1", "1.00")), "200 refunded");
  assert.equal(gist(await processor.change(id, "refund")), "402 captured_cannot_refund");
  const whole = await captured(context);
  assert.equal(gist(await whole.processor.change(whole.id, "refund")), "200 refunded");
  assert.equal(gist(await whole.processor.refundPart(whole.id, "r1", "1.00")), "402 refused");
});

test("behaves by the number of the cards for refunds", async (context) => {
  const waits: number[] = [];
  const outcomes: Record<string, readonly string[]> = {};
  for (const number of ["4111111111111707", "4111111111111715", "4111111111111723", "4111111111111731"]) {
    const wait = async (milliseconds: number) => void waits.push(milliseconds);
    const { processor, id } = await captured(context, number, { wait });
    waits.length = 0;
    outcomes[number.slice(-4)] = [
      gist(await processor.refundPart(id, "r1", "97.00")),
      gist(await processor.findRefund("r1")),
      gist(await processor.refundPart(id, "r1", "97.00")),
      String(((await processor.kinds("a")) as string[]).filter((kind) => kind === "refund").length),
    ];
  }
  assert.deepEqual(outcomes, {
    1707: ["402 refused", "200 refused", "402 refused", "0"],
    1715: ["lost", "200 refunded", "200 refunded", "1"],
    1723: ["lost", "404 no_such_refund", "200 refunded", "1"],
    1731: ["200 refunded", "200 refunded", "200 refunded", "1"],
  });
  assert.deepEqual(waits, [8_000]);
});
