import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { TicketingFault } from "#lib/ticketing/client/fault.ts";
import { getPartnerResults } from "#lib/ticketing/partner.ts";

const service = await fixture.startFixtureService();
after(service.close);
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca, CURRENCY: "AUD" });

const KEY = "Q4XN7TB2KM9RVC1ZP8DLWS3HJF";
const COUNTS = { opened: 412, orders: 18, tickets: 41 };
/** Of an account with another currency than that of the settings. */
const RESULTS = {
  account: { id: 1, name: "Harbour Nights", link: "/v2/account/1" },
  link: { name: "Spring newsletter", ref: "spring-newsletter", kind: "LINK", ended: null },
  currency: "NZD",
  total: COUNTS,
  days: [{ day: "2026-11-30", ...COUNTS }],
};

const read = (answer: object, status = 200) => {
  service.behave(fixture.answers(answer, status));
  return getPartnerResults(KEY);
};

test("reads what a link sold, with the revenue where the service says it", async () => {
  const without = await read(RESULTS);
  assert.equal(without?.total.revenue, undefined);
  assert.deepEqual(
    service.received.map(({ method, path, body }) => [method, path, JSON.parse(body)]),
    [["POST", "/v2/partner", { key: KEY }]],
  );
  const sold = { ...COUNTS, revenue: 1845 };
  const found = await read({ ...RESULTS, total: sold, days: [{ day: "2026-11-30", ...COUNTS, revenue: 585 }] });
  assert.deepEqual(found?.total.revenue, { minor: 184500, currency: "NZD" });
  assert.deepEqual(found?.days[0]?.revenue, { minor: 58500, currency: "NZD" });
  const ended = { ...RESULTS.link, ended: "2026-11-28T09:00:00.000Z" };
  assert.equal((await read({ ...RESULTS, link: ended }))?.link.ended, "2026-11-28T09:00:00.000+00:00");
});

test("nothing is there for a key that is unknown, has ended, or has another form", async () => {
  assert.equal(await read({ successful: false, errors: [{ path: "key", code: "NOT_FOUND" }] }, 404), undefined);
  assert.notEqual(await read(RESULTS), undefined, "the next key is asked for all the same");
  service.behave(fixture.answers(RESULTS));
  for (const key of ["", "a", `${KEY}0`, "../user/login?aaaaaaaaaaaaa", "Q4XN7TB2KM9RVC1ZP8DLWS3HJ\u0661"])
    assert.equal(await getPartnerResults(key), undefined, key);
  assert.deepEqual(service.received, []);
});

test("an answer that cannot be read is a fault, and no page without figures", async () => {
  for (const unfit of [
    {},
    { ...RESULTS, total: {} },
    { ...RESULTS, currency: null, total: { ...COUNTS, revenue: 1 } },
    { ...RESULTS, days: [{ ...COUNTS, day: "soon" }] },
  ])
    await assert.rejects(read(unfit), TicketingFault);
});
