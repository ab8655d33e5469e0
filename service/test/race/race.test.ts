import assert from "node:assert/strict";
import test from "node:test";
import { raceForCode, raceForVoucher, raceToDecide, raceToPay, raceToRefund } from "./money-races.ts";
import { raceForOrderLimit, raceForPlaces, raceForReturnedPlaces, raceToChange } from "./place-races.ts";
import { openRaceSetting } from "./race-setting.ts";
import { copyWithoutRules, SHIPPED } from "./rules-off.ts";

/** Multiplies the buyers, carts and orders. `docs/testing.md` documents it. */
const SIZE = Number(process.env.FOYER_RACE_SIZE || 1);
assert.ok(Number.isInteger(SIZE) && SIZE >= 1, "FOYER_RACE_SIZE: must be a whole number, 1 or more");

/** The maximum of rounds of the control: without a rule, two processes may still take turns by chance. */
const CONTROL_ROUNDS_MAX = 5;

const RACES = [
  { rule: "no place is sold twice", run: raceForPlaces, entrants: 500, violation: /^oversold: /m },
  {
    rule: "maximumPerOrder counts the whole cart",
    run: raceForOrderLimit,
    entrants: 20,
    violation: /^over the order's limit: /m,
  },
  {
    rule: "parallel changes of a cart hold no more than the largest",
    run: raceToChange,
    entrants: 20,
    violation: /^held more than the largest change: /m,
  },
  { rule: "a code has no more uses than its limit", run: raceForCode, entrants: 100, violation: /^used too often: /m },
  {
    rule: "no order is charged twice",
    run: raceToPay,
    entrants: 20,
    // On a slow machine the second charge finds its sale confirmed before it captures.
    violation: /^(charged|authorised) more than once: /m,
  },
  { rule: "a ticket is refunded once", run: raceToRefund, entrants: 20, violation: /^refunded more than once: /m },
  {
    rule: "a refund request is approved or declined",
    run: raceToDecide,
    entrants: 20,
    violation: /^decided more than once: /m,
  },
  {
    rule: "returned places go to those who wait",
    run: raceForReturnedPlaces,
    entrants: 100,
    violation: /^overtaken: /m,
  },
  { rule: "a voucher is never overspent", run: raceForVoucher, entrants: 20, violation: /^overspent: /m },
];

test("P04, P28: keeps each rule in a race of two service processes over HTTPS, and answers every request", async (t) => {
  const setting = await openRaceSetting(SHIPPED);
  t.after(setting.close);
  for (const { rule, run, entrants } of RACES) {
    await t.test(rule, async () => assert.deepEqual(await run(setting, entrants * SIZE), []));
  }
});

test("P04, P28: the control: each race finds its broken rule in a service without these rules", async (t) => {
  const copy = copyWithoutRules();
  t.after(copy.remove);
  const setting = await openRaceSetting(copy.folder);
  t.after(setting.close);
  for (const { rule, run, entrants, violation } of RACES) {
    await t.test(rule, async () => {
      let found = "";
      for (let round = 0; round < CONTROL_ROUNDS_MAX && !violation.test(found); round += 1)
        found = (await run(setting, entrants)).join("\n");
      assert.match(found, violation);
    });
  }
});
