import assert from "node:assert/strict";
import test, { type TestContext } from "node:test";
import { SHIPPED } from "#test/race/service-copy.ts";
import { BROKEN_RULES, copyWithout } from "./broken-service.ts";
import { CORRUPTIONS } from "./corruptions.ts";
import { violations } from "./invariants.ts";
import { runKills } from "./kill-run.ts";
import { openShop } from "./shop.ts";
import { openKillSystem, VICTIMS } from "./system.ts";

/** `npm run test:full -- kills` kills three hundred times, the storefront too. */
const KILLS = 5;
const BUYERS = 10;
/** The most kills of a control until the broken rule shows. */
const CONTROL_KILLS_MAX = 12;
const SEED = Number(process.env.FOYER_SEED || Date.now() % 2 ** 31);

async function open(t: TestContext, service: string) {
  const system = await openKillSystem({ service });
  t.after(system.close);
  const shop = await openShop(system);
  t.after(shop.close);
  return { system, shop };
}

test(`P06, P32: ${KILLS} kills of service, worker, processor and database under load lose no sale, no money and no place (FOYER_SEED=${SEED})`, async (t) => {
  const { system, shop } = await open(t, SHIPPED);
  const lines: string[] = [];
  const found = await runKills(system, shop, {
    ...{ kills: KILLS, seed: SEED, buyers: BUYERS, victims: VICTIMS },
    note: (line) => lines.push(line),
  });
  assert.deepEqual(found, [], lines.join("\n"));
  assert.ok(shop.observed.paid.size > KILLS, `${shop.observed.paid.size} paid purchases`);

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

for (const broken of BROKEN_RULES) {
  test(`P32: the control: the invariants find that this rule is broken: ${broken.rule}`, async (t) => {
    const copy = copyWithout(broken);
    t.after(copy.remove);
    const { system, shop } = await open(t, copy.folder);
    const run = { kills: CONTROL_KILLS_MAX, seed: SEED, buyers: BUYERS, victims: [broken.victim] } as const;
    assert.match((await runKills(system, shop, run)).join("\n"), broken.violation);
  });
}
