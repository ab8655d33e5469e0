import assert from "node:assert/strict";
import { test } from "node:test";
import { countUnknown, unknownCodes, withinCodeTries } from "./code-tries.ts";

/** Tries codes of which all but GOOD are unknown. */
const tryCodes = (network: string, typed: string) =>
  withinCodeTries(
    network,
    typed,
    async () => typed.split(" "),
    (codes) => codes.filter((code) => code !== "GOOD"),
  );

test("of one network sixty unknown codes an hour are checked; the next says when again, and another network's is checked", async () => {
  const network = "203.0.113.0/24";
  for (let at = 0; at < 30; at += 1) assert.ok(Array.isArray(await tryCodes(network, `GUESS${at} other${at}`)));
  const refused = await tryCodes(network, "GUESS60");
  assert.ok("waitSeconds" in refused && refused.waitSeconds > 3_500 && refused.waitSeconds <= 3_600);
  assert.ok("waitSeconds" in (await tryCodes(network, "GOOD")), "a guesser must not learn it");
  assert.ok(Array.isArray(await tryCodes("198.51.100.0/24", "GUESS60")));
});

test("codes that are right, and one unknown code that is asked about again and again, do not use the limit up", async () => {
  const network = "192.0.2.0/24";
  for (let at = 0; at < 200; at += 1) assert.ok(Array.isArray(await tryCodes(network, "GOOD mistyped")), `try ${at}`);
  for (let at = 0; at < 59; at += 1) assert.ok(Array.isArray(await tryCodes(network, `GUESS${at}`)));
  assert.ok("waitSeconds" in (await tryCodes(network, "GUESS59")));
  assert.ok(Array.isArray(await tryCodes(network, "Mistyped")), "its page says as before that it is unknown");
});

test("concurrent guesses are counted before they are checked, and a check that fails counts nothing", async () => {
  const network = "198.18.0.0/24";
  const fails = () =>
    withinCodeTries(
      network,
      "A B C",
      () => Promise.reject(new Error("no answer")),
      () => [],
    );
  for (let at = 0; at < 50; at += 1) await assert.rejects(fails);
  const all = await Promise.all(Array.from({ length: 100 }, (_, at) => tryCodes(network, `GUESS${at}`)));
  assert.equal(all.filter(Array.isArray).length, 60);
});

test("codes that turn out to be unknown with a reservation count too; those that have ended are no guesses", async () => {
  const network = "198.19.0.0/24";
  const answers = [
    { code: "OVER", result: "ENDED" },
    { code: "GUESS", result: "UNKNOWN" },
  ] as const;
  assert.deepEqual(unknownCodes(answers), ["GUESS"]);
  await countUnknown(network, answers);
  await countUnknown(network, answers);
  for (let at = 0; at < 59; at += 1) assert.ok(Array.isArray(await tryCodes(network, `GUESS${at}`)));
  assert.ok("waitSeconds" in (await tryCodes(network, "ONE-MORE")));
  await countUnknown(network, [{ code: "LATE", result: "UNKNOWN" }]);
  assert.ok("waitSeconds" in (await tryCodes(network, "LATE")), "what was not counted is not free");
});
