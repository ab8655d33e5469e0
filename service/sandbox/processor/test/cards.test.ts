import assert from "node:assert/strict";
import { test } from "node:test";
import { gist, runningProcessor } from "./running-processor.ts";

const AUTHORISED = "200 authorised";

/** The card; the answer to the payment; the first two answers by attempt; the entries of the ledger. */
const TABLE: readonly (readonly [number: string, paid: string, found: string, foundAgain: string, ledger: string[]])[] =
  [
    ["4111111111111111", AUTHORISED, AUTHORISED, AUTHORISED, ["authorisation"]],
    ["4111111111111103", "200 declined declined", "200 declined declined", "200 declined declined", []],
    ["4111111111111129", ...thrice("200 declined insufficient_funds"), []],
    ["4111111111111137", ...thrice("200 declined expired_card"), []],
    ["4111111111111145", ...thrice("200 declined wrong_security_code"), []],
    ["4111111111111152", ...thrice("200 declined lost_or_stolen"), []],
    ["4111111111111202", ...thrice(AUTHORISED), ["authorisation"]],
    ["4111111111111210", ...thrice("200 declined authentication_required"), []],
    ["4111111111111228", ...thrice("200 declined authentication_required"), []],
    ["4111111111111236", ...thrice("200 declined authentication_required"), []],
    ["4111111111111244", ...thrice("200 declined authentication_required"), []],
    ["4111111111111251", ...thrice("200 declined authentication_required"), []],
    ["4111111111111301", ...thrice(AUTHORISED), ["authorisation"]],
    ["4111111111111319", ...thrice(AUTHORISED), ["authorisation"]],
    ["4111111111111400", "lost", AUTHORISED, AUTHORISED, ["authorisation"]],
    ["4111111111111418", "lost", AUTHORISED, AUTHORISED, ["authorisation"]],
    ["4111111111111426", "lost", "404 no_such_payment", AUTHORISED, ["authorisation"]],
    ["4111111111111434", "lost", "404 no_such_payment", "404 no_such_payment", []],
    ["4111111111111442", "500 processor_fault", "500 processor_fault", AUTHORISED, ["authorisation"]],
    ["4111111111111509", ...thrice(AUTHORISED), ["authorisation"]],
    ["4111111111111517", ...thrice(AUTHORISED), ["authorisation"]],
    ["4111111111111525", ...thrice(AUTHORISED), ["authorisation"]],
    ["4111111111111608", ...thrice(AUTHORISED), ["authorisation"]],
    ["4111111111111616", ...thrice(AUTHORISED), ["authorisation"]],
    ["4111111111111624", ...thrice(AUTHORISED), ["authorisation"]],
    ["4111111111111707", ...thrice(AUTHORISED), ["authorisation"]],
    ["4111111111111715", ...thrice(AUTHORISED), ["authorisation"]],
    ["4111111111111723", ...thrice(AUTHORISED), ["authorisation"]],
    ["4111111111111731", ...thrice(AUTHORISED), ["authorisation"]],
    ["4111111111111004", "200 declined test_cards_only", "404 no_such_payment", "404 no_such_payment", []],
    ["4111111111111112", "200 declined invalid_number", "404 no_such_payment", "404 no_such_payment", []],
  ];

test("behaves by the number of each card", async (context) => {
  const processor = await runningProcessor(context);
  for (const [number, paid, found, foundAgain, ledger] of TABLE) {
    await context.test(number, async () => {
      const attempt = `attempt-of-${number.slice(-4)}`;
      const seen = {
        paid: gist(await processor.pay(attempt, number)),
        found: gist(await processor.find(attempt)),
        foundAgain: gist(await processor.find(attempt)),
        ledger: await processor.kinds(attempt),
      };
      assert.deepEqual(seen, { paid, found, foundAgain, ledger });
    });
  }
});

test("answers the flaky card at the third try, and charges it once", async (context) => {
  const processor = await runningProcessor(context);
  const tries = [];
  for (let count = 0; count < 3; count++) tries.push(gist(await processor.pay("flaky", "4111111111111442")));
  assert.deepEqual(tries, ["500 processor_fault", "500 processor_fault", AUTHORISED]);
  assert.deepEqual(await processor.kinds("flaky"), ["authorisation"]);
});

test("answers after the delay of each card", async (context) => {
  const waits: number[] = [];
  const wait = async (milliseconds: number) => void waits.push(milliseconds);
  const processor = await runningProcessor(context, { wait });
  await processor.pay("slow", "4111111111111301");
  await processor.pay("too-slow", "4111111111111319");
  await processor.pay("refused", "4111111111111004");
  assert.deepEqual(waits, [8_000, 35_000]);
});

test("refunds a captured and voids an authorised payment, each once", async (context) => {
  const processor = await runningProcessor(context);
  const first = await idOf(processor, "captured");
  assert.equal(gist(await processor.change(first, "refund")), "402 authorised_cannot_refund");
  assert.equal(gist(await processor.change(first, "capture")), "200 captured");
  assert.equal(gist(await processor.change(first, "capture")), "200 captured");
  assert.equal(gist(await processor.change(first, "void")), "402 captured_cannot_void");
  assert.equal(gist(await processor.change(first, "refund")), "200 refunded");
  assert.equal(gist(await processor.change(first, "refund")), "200 refunded");
  assert.equal(gist(await processor.change(first, "capture")), "402 refunded_cannot_capture");
  assert.deepEqual(await processor.kinds("captured"), ["authorisation", "capture", "refund"]);

  const second = await idOf(processor, "voided");
  assert.equal(gist(await processor.change(second, "void")), "200 voided");
  assert.equal(gist(await processor.change(second, "void")), "200 voided");
  assert.equal(gist(await processor.change(second, "capture")), "402 voided_cannot_capture");
  assert.deepEqual(await processor.kinds("voided"), ["authorisation", "void"]);
  assert.equal(gist(await processor.change("nothing", "void")), "404 no_such_payment");
});

test("voids a payment whose capture was refused, at the second try when the first fails", async (context) => {
  const processor = await runningProcessor(context);
  const refused = await idOf(processor, "refused", "4111111111111616");
  assert.equal(gist(await processor.change(refused, "capture")), "402 capture_refused");
  assert.equal(gist(await processor.change(refused, "void")), "200 voided");

  const stubborn = await idOf(processor, "stubborn", "4111111111111624");
  assert.equal(gist(await processor.change(stubborn, "capture")), "402 capture_refused");
  assert.equal(gist(await processor.change(stubborn, "void")), "500 processor_fault");
  assert.equal(gist(await processor.find("stubborn")), AUTHORISED);
  assert.equal(gist(await processor.change(stubborn, "void")), "200 voided");
  assert.deepEqual(await processor.kinds("stubborn"), ["authorisation", "void"]);
});

async function idOf(
  processor: Awaited<ReturnType<typeof runningProcessor>>,
  attempt: string,
  number = "4111111111111111",
) {
  const answer = await processor.pay(attempt, number);
  assert.notEqual(answer, "lost");
  return answer === "lost" ? undefined : answer.body.id;
}

function thrice(text: string): [string, string, string] {
  return [text, text, text];
}
