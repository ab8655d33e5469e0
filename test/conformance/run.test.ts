import assert from "node:assert/strict";
import { test } from "node:test";
import type { Answer } from "./client.ts";
import { expect } from "./expect.ts";
import { createKit } from "./kit.ts";
import { createMask } from "./mask.ts";
import { prepared } from "./once.ts";
import { runStatements } from "./run.ts";
import { type Check, reference } from "./statement.ts";

const PASSWORD = "correct-horse-battery-staple";
const MASK = createMask({ user: "shop", password: PASSWORD });

const never = () => Promise.reject(new Error("no request is sent"));
const client = { address: "https://service.example/v2", user: "shop", writes: false };
const calls = { get: never, write: never, removing: { get: never, write: never } };
const kit = createKit(
  { ...client, ...calls, halt() {}, settled: async () => {}, close: async () => {} },
  { account: 1, cards: {} },
);

const answerOf = (text: string): Answer => ({ call: "GET /event/1", status: 200, headers: {}, text, body: undefined });

async function resultOf(check: Check) {
  const [result] = await runStatements([reference("CAT-01", "An answer.", check)], kit, { mask: MASK, onResult() {} });
  return JSON.stringify(result);
}

/** At each of these places of a text the password begins. Some of them are just before a cut. */
const PLACES = Array.from({ length: 500 }, (_, place) => place);

for (const [where, failing] of [
  ["the answer", (text) => expect(false, answerOf(text), "another answer", undefined)],
  ["a value", (text) => expect(false, answerOf(""), "another value", text)],
  ["the value of a step before", (text) => prepared(async () => expect(false, answerOf(""), "another value", text))],
] satisfies readonly (readonly [string, (text: string) => unknown])[]) {
  test(`masks a password in ${where} wherever it is, and cuts long texts`, async () => {
    for (const place of PLACES) {
      const text = `${"-".repeat(place)}${PASSWORD}${"-".repeat(1000)}`;
      const result = await resultOf(async () => String(await failing(text)));
      assert.ok(!result.includes(PASSWORD.slice(0, 3)), `at ${place}: ${result}`);
      assert.match(result, /[-•]…"/);
      assert.ok(result.length < 800, result);
    }
  });
}
