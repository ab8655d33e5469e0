import assert from "node:assert/strict";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { freePort } from "#tools/lib/ports.ts";
import { startProductionSystem } from "./system.ts";

/** Readers of one page at the same time, who share its rendering. */
const READERS = 20;
const NO_SUCH_EVENT = 404;

const system = await startProductionSystem();
after(system.close);
const { settings, ports, ca } = system;
const run = system.ownFolder("run", system.owner);
chmodSync(ca, 0o644);
const TICKETING_AIRLOCK = `unix:${join(run, "airlock.sock")}`;
const { TICKETING_USER, TICKETING_PASSWORD, ...withoutCredential } = settings.storefront;

test("P35: with the service down every reader of an event page gets 503, or the page as it was last read", async () => {
  const service = system.serve(["service"], settings.service);
  await system.untilReady(service, `https://localhost:${ports.service}/ready`);
  const airlock = system.serve(["airlock"], { ...settings.storefront, TICKETING_AIRLOCK });
  const shops = [
    { ...settings.storefront, FOYER_PORT: `${await freePort(0)}` },
    {
      ...{ ...withoutCredential, TICKETING_AIRLOCK, FOYER_PORT: `${await freePort(0)}` },
      FOYER_DATA: system.ownFolder("foyer-web-2", system.owner),
    },
  ];
  const storefronts = shops.map((shop) => system.serve(["storefront"], shop));
  for (const [at, { FOYER_PORT }] of shops.entries()) {
    const serving = storefronts[at];
    assert.ok(serving);
    await system.untilReady(serving, `http://localhost:${FOYER_PORT}/api/ready`);
  }
  const addressOf = (at: number, path: string) => `http://localhost:${shops[at]?.FOYER_PORT}${path}`;
  const list = await (await fetch(addressOf(0, "/en"))).text();
  const [seen = "", ...unseen] = new Set(list.match(/\/en\/events\/\d+/g));
  assert.ok(unseen.length > 2);
  for (const at of shops.keys()) assert.equal((await fetch(addressOf(at, seen))).status, 200);
  assert.equal((await fetch(addressOf(0, "/en/events/999999999"))).status, NO_SUCH_EVENT);

  assert.equal(await service.stop(), 0);
  const statuses = async (at: number, path: string, headers = {}) =>
    Promise.all(
      Array.from({ length: READERS }, async () => {
        const { status, headers: answered } = await fetch(addressOf(at, path), { headers });
        return `${status} ${answered.get("retry-after") ?? ""}`;
      }),
    );
  const everyReader = (answer: string) => new Set([answer]);
  for (const at of shops.keys()) {
    assert.deepEqual(new Set(await statuses(at, seen)), everyReader("200 "));
    for (const path of unseen.slice(0, 3)) {
      assert.deepEqual(new Set(await statuses(at, path)), everyReader("503 10"), `${path} of storefront ${at}`);
      assert.deepEqual(new Set(await statuses(at, path, { RSC: "1" })), everyReader("503 10"), "as the router's data");
    }
  }
  await Promise.all([airlock, ...storefronts].map(({ stop }) => stop()));
});
