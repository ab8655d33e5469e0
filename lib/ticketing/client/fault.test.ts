import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { failureOnFault, TicketingFault, UnreadableAnswer, undefinedOnFault } from "./fault.ts";

applySettings();

const fails = (fault: Error) => Promise.reject<string>(fault);

/** Returns the faults in the lines that are written during the work. */
async function loggedBy(work: () => Promise<unknown>): Promise<readonly unknown[]> {
  const printed: string[] = [];
  const { mock: written } = mock.method(process.stdout, "write", (text: unknown) => printed.push(String(text)) > 0);
  await work().finally(() => written.restore());
  return printed.filter((line) => line.startsWith("{")).map((line) => JSON.parse(line).fault);
}

test("a fault that a page goes without is logged once, however many requests have it; another one too", async () => {
  const logged = await loggedBy(async () => {
    for (let request = 0; request < 3; request += 1) {
      assert.equal(await undefinedOnFault(fails(new TicketingFault("getCart failed with 500."))), undefined);
      assert.equal(await failureOnFault(fails(new TicketingFault("getCart failed with 500."))), "no_answer");
      assert.equal(await undefinedOnFault(fails(new TicketingFault("getSale failed with 500."))), undefined);
    }
  });
  assert.deepEqual(logged, ["TicketingFault: getCart failed with 500.", "TicketingFault: getSale failed with 500."]);
});

test("a fault of the same class as Next has loaded it for other code is a fault", async () => {
  const foreign = Object.assign(new Error("getOffering failed with 500."), { name: "TicketingFault" });
  assert.deepEqual(await loggedBy(() => undefinedOnFault(fails(foreign))), [String(foreign)]);
  assert.equal(await failureOnFault(fails(foreign)), "no_answer");
});

test("what cannot be read is not logged again", async () => {
  const logged = await loggedBy(() => undefinedOnFault(fails(new UnreadableAnswer("getEvent cannot be read."))));
  assert.deepEqual(logged, []);
});

test("the control: an error of our own is thrown, and an answer is returned without a line", async () => {
  const ours = new TypeError("Cannot read properties of undefined");
  const logged = await loggedBy(async () => {
    await assert.rejects(undefinedOnFault(fails(ours)), ours);
    await assert.rejects(failureOnFault(fails(ours)), ours);
    assert.equal(await undefinedOnFault(Promise.resolve("an answer")), "an answer");
  });
  assert.deepEqual(logged, []);
});
