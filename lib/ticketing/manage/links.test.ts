import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import {
  createLink,
  createPartner,
  endPartner,
  getLink,
  type Link,
  linkValues,
  listLinks,
  saveLink,
} from "#lib/ticketing/manage/links.ts";

const service = await fixture.startFixtureService();
after(service.close);
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca, TICKETING_ACCOUNT: "1" });

const MANAGER = new PromoterCredential("manager", "secret");
const LINK = {
  id: 7,
  version: 2,
  ref: "street-team",
  name: "Street team",
  kind: "LINK",
  opens: { event: { id: 12, name: "The Last Boat Home" } },
  code: null,
  ended: null,
  partner: null,
  created: "2026-11-01T10:00:00Z",
};
const NEW = { name: "Street team", opens: "event:12", kind: "LINK", code: "", ref: "" };

const sent = () =>
  service.received.map(({ method, path, body }) => [`${method} ${path.slice(3)}`, JSON.parse(body || "{}")]);

test("reads links with what they open, and none from a service without them", async () => {
  const group = { id: 3, name: "Winter" };
  const others = [
    { ...LINK, opens: null },
    { ...LINK, opens: { group } },
    { ...LINK, ref: "no ref" },
  ];
  service.behave(fixture.answers({ links: [LINK, ...others] }));
  const read = await listLinks(MANAGER, 1, { state: "live", q: "" });
  assert.deepEqual(
    read?.links.map(({ target }) => target),
    ["event:12", "list", "group:3"],
  );
  assert.deepEqual(sent(), [["GET /account/1/links?state=live", {}]]);
  service.behave(fixture.answers({}, 405));
  assert.equal(await listLinks(MANAGER, 1, { state: "live" }), undefined);
});

test("creates a link; of a month it opens the list, and a ref or a code that is none is not sent", async () => {
  service.behave(fixture.answers({ successful: true, id: 9, ref: "street-team" }));
  assert.deepEqual(await createLink(MANAGER, 1, NEW), { result: "saved", id: 9 });
  await createLink(MANAGER, 1, { ...NEW, opens: "month:2027-01", code: "FIRST20", ref: "dj-kim" });
  const body = { name: "Street team", kind: "LINK" };
  assert.deepEqual(sent(), [
    ["POST /account/1/links", { ...body, opens: { event: 12 } }],
    ["POST /account/1/links", { ...body, opens: null, code: "FIRST20", ref: "dj-kim" }],
  ]);
  service.behave(fixture.answers({ successful: true, id: 10, ref: "x" }));
  for (const wrong of [{ ref: "no ref" }, { ref: "-x" }, { code: "TWO CODES" }, { opens: "venue:3" }])
    assert.equal((await createLink(MANAGER, 1, { ...NEW, ...wrong })).result, "refused");
  assert.deepEqual(sent(), []);

  const errors = [{ path: "ref", code: "RANGE", reason: "ref_is_taken" }];
  service.behave(fixture.answers({ successful: false, errors }, 400));
  assert.deepEqual(await createLink(MANAGER, 1, { ...NEW, ref: "dj-kim" }), { result: "refused", errors });
});

test("sends only what changes of a link, with the version that was read", async () => {
  service.behave(fixture.answers({ ...LINK, code: "FIRST20", ended: "2026-11-02T10:00:00Z" }));
  const link: Link = (await getLink(MANAGER, 7)) ?? assert.fail();
  const opened = linkValues(link);
  assert.deepEqual(opened, { name: "Street team", code: "FIRST20", state: "ENDED", version: "2" });
  service.behave(fixture.answers({ successful: true }));
  await saveLink(MANAGER, { id: 7, opened, values: opened });
  await saveLink(MANAGER, { id: 7, opened, values: { ...opened, code: "", state: "LIVE" } });
  assert.deepEqual(sent(), [["PUT /link/7", { code: null, ended: false, version: 2 }]]);
});

test("creates and ends a partner's key", async () => {
  service.behave(fixture.answers({ successful: true, key: "a1B2c3D4e5F6g7H8i9J0k1L2m3" }));
  assert.equal(await createPartner(MANAGER, 7, true), "a1B2c3D4e5F6g7H8i9J0k1L2m3");
  assert.equal(await endPartner(MANAGER, 7), "written");
  assert.deepEqual(sent(), [
    ["POST /link/7/partner", { revenue: true }],
    ["DELETE /link/7/partner", {}],
  ]);
  service.behave(fixture.answers({ successful: false, errors: [{ path: "id", code: "NOT_FOUND" }] }, 404));
  assert.equal(await createPartner(MANAGER, 8, false), undefined);
});
