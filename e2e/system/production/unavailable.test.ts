import assert from "node:assert/strict";
import { after, test } from "node:test";
import { freePort } from "#scripts/lib/ports.ts";
import { startProductionSystem } from "./system.ts";

/** Readers of one page at the same time, who share its rendering. */
const READERS = 20;
const NO_SUCH_EVENT = 404;

const system = await startProductionSystem();
after(system.close);
const { settings, ports } = system;

test("P35: with the service down every reader of an event page gets 503, or the page as it was last read", async () => {
  const service = system.serve(["service"], settings.service);
  await system.untilReady(service, `https://localhost:${ports.service}/ready`);
  const port = await freePort(0);
  const addressOf = (path: string) => `http://localhost:${port}${path}`;
  const storefront = system.serve(["storefront"], { ...settings.storefront, FOYER_PORT: `${port}` });
  await system.untilReady(storefront, addressOf("/api/ready"));
  const list = await (await fetch(addressOf("/en"))).text();
  const [seen = "", ...unseen] = new Set(list.match(/\/en\/events\/\d+/g));
  assert.ok(unseen.length > 2);
  assert.equal((await fetch(addressOf(seen))).status, 200);
  assert.equal((await fetch(addressOf("/en/events/999999999"))).status, NO_SUCH_EVENT);

  assert.equal(await service.stop(), 0);
  const statuses = async (path: string, headers = {}) =>
    Promise.all(
      Array.from({ length: READERS }, async () => {
        const { status, headers: answered } = await fetch(addressOf(path), { headers });
        return `${status} ${answered.get("retry-after") ?? ""}`;
      }),
    );
  const everyReader = (answer: string) => new Set([answer]);
  assert.deepEqual(new Set(await statuses(seen)), everyReader("200 "));
  for (const path of unseen.slice(0, 3)) {
    assert.deepEqual(new Set(await statuses(path)), everyReader("503 10"), path);
    assert.deepEqual(new Set(await statuses(path, { RSC: "1" })), everyReader("503 10"), "as the router's data");
  }
  await storefront.stop();
});
