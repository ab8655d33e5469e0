import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettingsInFolder } from "#e2e/tools/storefront-settings.ts";
import { markChanged } from "#lib/runtime/catalogue-changes.ts";
import { sealBought } from "#lib/session/bought-orders.ts";
import { sealFoundLink, sealGuestLink, sealSaleLink, sealWaitingLink } from "#lib/session/links/links.ts";
import { keepCopy } from "./last-good.ts";
import { insteadOfNothing } from "./nothing-there.ts";

const service = await fixture.startFixtureService();
after(() => service.close());
applySettingsInFolder({ TICKETING_URL: service.url, TICKETING_CA: service.ca });

const NOW = new Date("2026-11-27T12:00:00Z");
const find = (path: string, cookies = "") => insteadOfNothing(path, cookies, NOW);

for (const [id, path, instead] of [
  [901, "/en/events/901", { page: "/en/events/0" }],
  [902, "/de/events/902/tickets", { page: "/de/events/0" }],
  [903, "/en/events/903/opengraph-image/x", { page: "/en/events/0" }],
  [904, "/fr/embed/events/904", { page: "/fr/embed/events/0" }],
  [905, "/en/groups/905", { page: "/en/nowhere" }],
  [906, "/ar/embed/groups/906", { page: "/ar/embed/groups/0" }],
  [907, "/api/availability/907", { status: 404 }],
  [908, "/api/quote/908", { status: 404 }],
] as const)
  test(`${path} without such an event or group is answered by what is there already, and asked for once`, async ({
    mock,
  }) => {
    // However late the answer is on a busy machine, it is not left to the page.
    mock.timers.enable({ apis: ["setTimeout"] });
    service.behave(fixture.answers({ successful: false }, 404));
    assert.deepEqual(await Promise.all([find(path), find(path), find(path)]), [instead, instead, instead]);
    assert.deepEqual(await find(path), instead);
    assert.equal(service.received.length, 1);
    assert.match(service.received[0]?.path ?? "", new RegExp(`/${id}(/|$)`));
  });

test("an event that was read before, and one that cannot be read, are left to their page", async () => {
  service.behave(fixture.answers({ successful: false }, 404));
  await keepCopy("event-920", { id: 920 }, new Date());
  assert.equal(await find("/en/events/920"), undefined);
  assert.deepEqual(service.received, []);
  service.behave(fixture.answers("busy", 503));
  assert.equal(await find("/en/events/921"), undefined);
  service.behave(fixture.neverAnswers);
  assert.equal(await find("/en/events/922"), undefined);
});

test("what was missing is asked for again once the catalogue has changed", async ({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  service.behave(fixture.answers({ successful: false }, 404));
  assert.deepEqual(await find("/en/events/930"), { page: "/en/events/0" });
  markChanged("everything", Date.now());
  await find("/en/events/930");
  assert.equal(service.received.length, 2);
});

test("months are answered by the page without content when they are out of the calendar's range", async () => {
  for (const month of ["1999-01", "2024-10", "2030-01", "9999-12"])
    assert.deepEqual(await find(`/en/calendar/${month}`), { page: "/en/nowhere" }, month);
  for (const month of ["2024-11", "2026-11", "2029-11"]) assert.equal(await find(`/en/calendar/${month}`), undefined);
});

test("links that open nothing are answered without a page of their own; those that open something are left to theirs", async () => {
  const sale = await sealSaleLink(["KEY1234567"]);
  for (const below of ["", "/pdf", "/receipt", "/wallet/apple"]) {
    assert.deepEqual(await find(`/en/sales/${sale}x${below}`), { page: "/en/link-ended" });
    assert.deepEqual(await find(`/en/sales/invented${below}`, "a=b"), { page: "/en/link-ended" });
    assert.equal(await find(`/en/sales/${sale}${below}`), undefined);
  }
  assert.equal(await find(`/en/sales/${await sealGuestLink("KEY1234567", 5)}/guest`), undefined);
  // The page of a device that bought lists its orders.
  const bought = await sealBought([{ keys: ["KEY1234567"], boughtAt: 1 }]);
  assert.equal(await find("/en/sales/invented", `foyer-bought=${bought}`), undefined);
  assert.deepEqual(await find("/en/sales/invented", "foyer-bought=1"), { page: "/en/link-ended" });

  assert.deepEqual(await find("/en/waiting-list/invented"), { page: "/en/nowhere" });
  assert.equal(await find(`/en/waiting-list/${await sealWaitingLink({ entry: "a" })}`), undefined);
  for (const key of ["invented", "A".repeat(25), `${"A".repeat(26)}x`, "A".repeat(25).concat("_")])
    assert.deepEqual(await find(`/fr/partner/${key}`), { page: "/fr/link-ended" }, key);
  assert.equal(await find("/fr/partner/Q4XN7TB2KM9RVC1ZP8DLWS3HJF"), undefined);
  assert.deepEqual(await find("/de/find-tickets/invented"), { location: "/de/find-tickets?ended=1" });
  assert.equal(await find(`/de/find-tickets/${await sealFoundLink(["KEY1234567"])}`), undefined);
});

test("every other page is left to itself, without a question to the service", async () => {
  service.behave(fixture.answers({}, 404));
  for (const path of ["/", "/en", "/en/cart", "/en/930", "/en/find-tickets", "/en/find-tickets/forget", "/api/health"])
    assert.equal(await find(path), undefined, path);
  assert.deepEqual(service.received, []);
});
