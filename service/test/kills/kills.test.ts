import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { openSteppedSystem, runSteps } from "#test/kills/clock/step-run.ts";
import { copyService, SHIPPED } from "#test/race/rules-off.ts";
import { violations } from "./invariants.ts";
import { runKills } from "./kill-run.ts";
import { openShop } from "./shop.ts";
import { type KillSystem, openKillSystem, VICTIMS } from "./system.ts";

/** `npm run test:full -- kills` kills three hundred times, the storefront too. */
const KILLS = 5;
/** `npm run test:full -- clock` steps sixty times, and the clock of the database too. */
const STEPS = 2;
const BUYERS = 8;
/** The most kills of a control until the broken rule shows. */
const CONTROL_KILLS_MAX = 12;
const IS_FULL = Number(process.env.FOYER_RACE_SIZE || 1) > 1;
const SEED = Number(process.env.FOYER_SEED || Date.now() % 2 ** 31);

/** A change of the records as a fault would make it, and what the invariants say about it. */
type Corruption = { readonly what: string; readonly statement: string; readonly violation: RegExp };

const PAID = `SELECT id FROM payment_attempt WHERE state = 'PAID' AND card_minor > 0 ORDER BY id LIMIT 1`;
const SOLD = `SELECT event_id, sale_id FROM payment_attempt_sale WHERE attempt_id = (${PAID})`;

const CORRUPTIONS: readonly Corruption[] = [
  {
    what: "a place that was taken once too often",
    statement: `UPDATE stock SET taken = taken + 1 WHERE id = (SELECT max(id) FROM stock WHERE taken < capacity)`,
    violation: /reserved and sold/,
  },
  {
    what: "a lost confirmation of a sale",
    statement: `UPDATE sale SET status = 'LOCKED' WHERE (event_id, id) IN (${SOLD})`,
    violation: /is LOCKED and was paid for by 1 attempts/,
  },
  {
    what: "a lost ticket",
    statement: `DELETE FROM admission WHERE id = (
      SELECT min(id) FROM admission WHERE id NOT IN (SELECT admission_id FROM refund_admission))`,
    violation: /tickets for \d places/,
  },
  {
    what: "an attempt that nothing settles",
    statement: `UPDATE payment_attempt SET settled_at = NULL WHERE id = (${PAID})`,
    violation: /is still open/,
  },
  {
    what: "a charge that is not recorded as paid",
    statement: `UPDATE payment_attempt SET state = 'DECLINED' WHERE id = (${PAID})`,
    violation: /is captured and not paid/,
  },
  {
    what: "a charge of another amount",
    statement: `UPDATE payment_attempt SET card_minor = card_minor - 1 WHERE id = (${PAID})`,
    violation: /the ledger keeps/,
  },
  {
    what: "a payment without a charge",
    statement: `UPDATE payment_attempt SET state = 'PAID', card_minor = 1 WHERE id = (
      SELECT min(id) FROM payment_attempt WHERE state = 'DECLINED')`,
    violation: /is paid without a capture/,
  },
  {
    what: "a lost message",
    statement: `DELETE FROM message WHERE key = (SELECT 'tickets ' || id FROM (${PAID}) AS paid)`,
    violation: /has 0 messages with tickets/,
  },
  {
    what: "a voucher with too high a balance",
    statement: `UPDATE voucher SET balance_minor = balance_minor + 1 WHERE balance_minor < initial_minor`,
    violation: /balance \d+, initial/,
  },
];

/** A rule whose absence the invariants must find, and how the source without it differs. */
type BrokenRule = {
  readonly rule: string;
  readonly file: string;
  readonly text: string;
  readonly becomes: string;
  /** What is killed until it is found. */
  readonly victim: "service" | "database";
  readonly violation: RegExp;
};

const BROKEN_RULES: readonly BrokenRule[] = [
  {
    rule: "the reconciler asks the processor before it ends an attempt",
    file: "src/payments/use-cases/pay.ts",
    text: "const charge = await runtime.processor.findByAttempt(attempt.id);",
    becomes: "const charge = undefined as Awaited<ReturnType<typeof runtime.processor.findByAttempt>>;",
    victim: "service",
    violation: /is captured and not paid|neither captured nor voided/,
  },
  {
    rule: "an answer waits until its change is on the disk",
    file: "src/platform/store/db.ts",
    text: "-c default_transaction_isolation=read\\\\ committed",
    becomes: "-c default_transaction_isolation=read\\\\ committed -c synchronous_commit=off",
    victim: "database",
    violation: /was confirmed and is gone|was answered as paid and has no paid attempt|is charged and unknown/,
  },
];

async function open<System extends KillSystem>(t: TestContext, system: System) {
  t.after(system.close);
  const shop = await openShop(system);
  t.after(shop.close);
  return { system, shop };
}

test(`P06, P32, P42: ${KILLS} kills of service, worker, processor and database, and ${STEPS} steps of the clocks of service and worker, under load lose no sale, no money and no place (FOYER_SEED=${SEED})`, async (t) => {
  const { system, shop } = await open(t, await openSteppedSystem(SHIPPED));
  const lines: string[] = [];
  const note = (line: string) => lines.push(line);
  const kills = { kills: KILLS, seed: SEED, buyers: BUYERS, victims: VICTIMS, note };
  assert.deepEqual(await runKills(system, shop, kills), [], lines.join("\n"));
  const { size: paid } = shop.observed.paid;
  assert.ok(paid > KILLS, `${paid} paid purchases`);
  assert.deepEqual(await runSteps(system, shop, { seed: SEED, steps: STEPS, note }), [], lines.join("\n"));
  assert.ok(shop.observed.paid.size > paid + STEPS, `${shop.observed.paid.size} paid purchases`);

  const ledger = await system.ledger();
  const { observed } = shop;
  for (const { what, statement, violation } of CORRUPTIONS) {
    await t.test(`the control: the invariants find ${what}`, async () => {
      const rolledBack = system.db.transaction(async (tx) => {
        await tx.query(statement);
        assert.match((await violations({ db: tx, ledger, observed })).join("\n"), violation);
        throw new RolledBack();
      });
      await assert.rejects(rolledBack, RolledBack);
    });
  }
  await t.test("the control: the invariants find a payment of which nothing is known", async () => {
    const told = { ...observed, paid: new Set(["AAAAAAAAAA"]), reserved: new Set(["BBBBBBBBBB"]) };
    const found = (await violations({ db: system.db, ledger, observed: told })).join("\n");
    assert.match(found, /AAAAAAAAAA was answered as paid and has no paid attempt/);
    assert.match(found, /BBBBBBBBBB was confirmed and is gone/);
  });
  await t.test("the control: the invariants find a second capture and one of an unknown attempt", async () => {
    const captured = ledger.filter(({ kind }) => kind === "capture").slice(0, 1);
    const twice = [...ledger, ...captured, ...captured.map((entry) => ({ ...entry, attempt: "unknown" }))];
    const found = (await violations({ db: system.db, ledger: twice, observed })).join("\n");
    assert.match(found, /is captured 2 times/);
    assert.match(found, /attempt unknown is charged and unknown/);
  });
});

class RolledBack extends Error {}

// The second needs many kills, and runs at full size alone.
for (const broken of BROKEN_RULES.slice(0, IS_FULL ? undefined : 1)) {
  test(`P32: the control: the invariants find that this rule is broken: ${broken.rule}`, async (t) => {
    const copy = copyService([broken], "SELECT 1");
    t.after(copy.remove);
    const { system, shop } = await open(t, await openKillSystem({ service: copy.folder }));
    const run = { kills: CONTROL_KILLS_MAX, seed: SEED, buyers: BUYERS, victims: [broken.victim] } as const;
    assert.match((await runKills(system, shop, run)).join("\n"), broken.violation);
  });
}
