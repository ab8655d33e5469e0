import assert from "node:assert/strict";
import { test } from "node:test";
import { gist, runningProcessor, statusOf } from "./running-processor.ts";

const GOOD = "4111111111111111";

test("repeats the first answer to a repeated request, marked as replayed, and charges once", async (context) => {
  const processor = await runningProcessor(context);
  const first = await processor.pay("a", GOOD);
  const spaced = await processor.pay("a", "4111 1111 1111 1111");
  assert.ok(first !== "lost" && spaced !== "lost");
  assert.deepEqual(spaced.body, first.body);
  assert.deepEqual(
    [first.headers.get("idempotency-replayed"), spaced.headers.get("idempotency-replayed")],
    [null, "true"],
  );
  assert.deepEqual(await processor.kinds("a"), ["authorisation"]);

  await processor.change(first.body.id, "capture");
  assert.equal(gist(await processor.pay("a", GOOD)), "200 authorised");
});

test("repeats a decline without trying the card again", async (context) => {
  const processor = await runningProcessor(context);
  const first = await processor.pay("a", "4111111111111129");
  const second = await processor.pay("a", "4111111111111129");
  assert.ok(first !== "lost" && second !== "lost");
  assert.deepEqual(second.body, first.body);
});

test("refuses the same key with another card, amount or name", async (context) => {
  const processor = await runningProcessor(context);
  await processor.pay("a", GOOD);
  assert.equal(gist(await processor.pay("a", "4111111111111103")), "422 idempotency_key_reused");
  assert.equal(gist(await processor.pay("a", GOOD, { amount: "97.01" })), "422 idempotency_key_reused");
  assert.equal(gist(await processor.pay("a", GOOD, { card: { name: "Eve" } })), "422 idempotency_key_reused");
  assert.deepEqual(await processor.kinds("a"), ["authorisation"]);
});

test("answers a concurrent repetition with a wait, and returns the charge by attempt already", async (context) => {
  const waiting = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const wait = () => {
    waiting.resolve();
    return answer.promise;
  };
  const processor = await runningProcessor(context, { wait });
  const first = processor.pay("a", GOOD);
  await waiting.promise;

  const second = await processor.pay("a", GOOD);
  assert.equal(gist(second), "409 in_flight");
  assert.equal(second !== "lost" && second.headers.get("retry-after"), "1");
  assert.equal(gist(await processor.pay("a", "4111111111111103")), "422 idempotency_key_reused");
  assert.equal(gist(await processor.find("a")), "200 authorised");

  answer.resolve();
  assert.equal(gist(await first), "200 authorised");
  assert.equal(gist(await processor.pay("a", GOOD)), "200 authorised");
  assert.deepEqual(await processor.kinds("a"), ["authorisation"]);
});

test("accepts the key again after a refused card", async (context) => {
  const processor = await runningProcessor(context);
  assert.equal(gist(await processor.pay("a", "4111111111111004")), "200 declined test_cards_only");
  assert.equal(gist(await processor.pay("a", GOOD)), "200 authorised");
});

test("refuses a request with a wrong key, amount, card or secret", async (context) => {
  const processor = await runningProcessor(context);
  assert.equal(gist(await processor.pay("a", GOOD, { key: "b" })), "400 bad_request");
  for (const amount of ["0.00", "-97.00", "97", "97.000", "1e2", "NaN", "1".repeat(30)]) {
    assert.equal(gist(await processor.pay("a", GOOD, { amount })), "400 bad_request", amount);
  }
  for (const card of [{ expiryMonth: "12" }, { expiryYear: 31 }, { number: 4 }, { extra: 1 }, { name: null }]) {
    assert.equal(gist(await processor.pay("a", GOOD, { card })), "400 bad_request", JSON.stringify(card));
  }
  const wrong = { authorization: "Bearer another", "idempotency-key": "a" };
  assert.equal(gist(await processor.call("POST", "/payments", wrong, {})), "401 wrong_secret");
  assert.equal(gist(await processor.call("GET", "/payments/by-attempt/a", wrong)), "401 wrong_secret");
  assert.equal(statusOf(await processor.call("GET", "/ready", wrong)), 200);
  assert.deepEqual(await processor.kinds("a"), []);
});
