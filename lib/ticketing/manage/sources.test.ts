import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { isKnownMissing } from "#lib/ticketing/client/extension.ts";
import { UnreadableAnswer } from "#lib/ticketing/client/fault.ts";
import { listSources } from "#lib/ticketing/manage/sources.ts";

const service = await fixture.startFixtureService();
after(service.close);
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca, TICKETING_ACCOUNT: "1" });

const READER = new PromoterCredential("reader", "secret");
const FROM = "2026-11-23T00:00:00.000Z";
const FIGURES = { opened: 3, reserved: 5, orders: 2, tickets: 4, revenue: 90.5 };
const NAMELESS = { link: null, ref: null, utm: null, embed: null };
const ROW = { ...NAMELESS, kind: "DIRECT", ...FIGURES };
const LINK = {
  ...ROW,
  kind: "LINK",
  link: { id: 9, name: "Street team", link: "/v2/link/9", kind: "POSTER" },
  ref: "street-team",
};

const read = (answer: object, event?: number) => {
  service.behave(fixture.answers(answer));
  return listSources(READER, 1, { from: FROM, event });
};

test("reads rows and sums in the currency that the report names", async () => {
  const campaign = { ...ROW, kind: "CAMPAIGN", utm: { source: "newsletter", medium: null } };
  const found = await read({
    currency: "EUR",
    rows: [LINK, campaign, { ...ROW, kind: "SOMETHING_NEW" }],
    total: FIGURES,
  });
  const figures = { ...FIGURES, revenue: { minor: 9050, currency: "EUR" } };
  assert.deepEqual(found, {
    rows: [
      { kind: "LINK", link: { id: 9, name: "Street team", kind: "POSTER" }, ref: "street-team", ...figures },
      { kind: "CAMPAIGN", utm: { source: "newsletter" }, ...figures },
      { kind: "OTHER", ...figures },
    ],
    total: figures,
  });
  await read({ currency: "EUR", rows: [], total: FIGURES }, 12);
  const query = `from=${encodeURIComponent(FROM)}`;
  assert.deepEqual(
    service.received.map(({ path }) => path),
    [`/v2/account/1/sources?${query}&event=12`],
  );
});

test("a row that cannot be read is no row less", async () => {
  for (const unfit of [{ ...ROW, tickets: "4" }, { ...ROW, revenue: null }, { ...ROW, orders: -1 }, "x", null])
    await assert.rejects(read({ currency: "EUR", rows: [LINK, unfit], total: FIGURES }), UnreadableAnswer);
  await assert.rejects(read({ rows: [LINK], total: FIGURES }), UnreadableAnswer, "no currency");
});

test("a service without the call is asked again only later; an event that is missing tells nothing about the call", async () => {
  service.behave(fixture.answers({ successful: false, errors: [] }, 404));
  assert.equal(await listSources(READER, 1, { from: FROM, event: 12 }), undefined);
  assert.equal(isKnownMissing("listSources"), false);
  assert.equal(await listSources(READER, 1, { from: FROM }), undefined);
  assert.equal(isKnownMissing("listSources"), true);
});
