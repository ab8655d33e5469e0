import assert from "node:assert/strict";
import test from "node:test";
import { at, make, openShop } from "#test/test-app.ts";

const { accountId, shop, promoter, stranger, putOn, close } = await openShop();
test.after(close);

const ids = (body: unknown) => (Array.isArray(body) ? body.map(({ id }) => Number(id)) : body);
const codes = (body: unknown) => Object(body).errors?.map(({ code, path }: Record<string, unknown>) => [code, path]);

test("keeps the events of a group in order, and shows it to the public once published", async () => {
  const [first, second] = [await putOn(), await putOn()];
  const events = [second.event, first.event, second.event];
  const group = await make(promoter, "/eventGroup", { name: "Harbour Weekend", abstractText: "Three days.", events });
  assert.equal((await shop("GET", `/eventGroup/${group}`)).status, 404);
  assert.deepEqual(at(await shop("GET", `/account/${accountId}/eventgroups`), "refs"), []);
  assert.deepEqual(at(await shop("GET", `/event/${first.event}`), "eventGroups"), []);
  assert.deepEqual(ids((await shop("GET", `/account/${accountId}/eventSummaries?eventGroup=${group}`)).body), []);

  assert.equal((await promoter("PUT", `/eventGroup/${group}/publish/true`)).status, 200);
  const link = { id: group, name: "Harbour Weekend", link: `/v2/eventGroup/${group}` };
  assert.deepEqual((await shop("GET", `/eventGroup/${group}`)).body, {
    id: group,
    version: 2,
    name: "Harbour Weekend",
    description: "",
    abstract: "Three days.",
    heroImageUrl: null,
    tags: [],
    published: true,
    events: [second, first].map(({ event }) => ({ id: event, name: "The Tempest", link: `/v2/event/${event}` })),
    discounts: [],
  });
  assert.deepEqual(at(await shop("GET", `/account/${accountId}/eventgroups`), "refs"), [link]);
  assert.deepEqual(at(await shop("GET", `/event/${first.event}`), "eventGroups"), [link]);
  const found = await shop("GET", `/account/${accountId}/eventSummaries?eventGroup=${group}`);
  assert.deepEqual(ids(found.body), [first.event, second.event]);
  assert.deepEqual([found.headers["x-total-count"], at(found, 0, "eventGroups")], ["2", [link]]);

  assert.equal(
    (await promoter("PUT", `/eventGroup/${group}`, { name: "Two Days", events: [first.event] })).status,
    200,
  );
  await promoter("PUT", `/event/${second.event}/publish/false`);
  assert.deepEqual(at(await shop("GET", `/eventGroup/${group}`), "events", 0, "id"), first.event);
  assert.equal(at(await shop("GET", `/eventGroup/${group}`), "name"), "Two Days");
  assert.equal(at(await shop("GET", `/eventGroup/${group}`), "abstract"), "Three days.");

  assert.equal((await promoter("PUT", `/eventGroup/${group}/publish/false`)).status, 200);
  assert.equal((await shop("GET", `/eventGroup/${group}`)).status, 404);
});

test("hides a draft event in a published group from the public", async () => {
  const draft = (await putOn()).event;
  await promoter("PUT", `/event/${draft}/publish/false`);
  const group = await make(promoter, "/eventGroup", { name: "With a secret", events: [draft] });
  await promoter("PUT", `/eventGroup/${group}/publish/true`);
  assert.deepEqual(at(await shop("GET", `/eventGroup/${group}`), "events"), []);
  assert.equal(at(await promoter("GET", `/eventGroup/${group}`), "events", 0, "id"), draft);
});

test("refuses events of another account", async () => {
  const { event } = await putOn();
  const theirs = await stranger("POST", "/eventGroup", { name: "Theirs", events: [event] });
  assert.deepEqual([theirs.status, codes(theirs.body)], [404, [["NOT_FOUND", "events[0]"]]]);
  const own = await make(stranger, "/eventGroup", { name: "Theirs" });
  assert.equal((await stranger("PUT", `/eventGroup/${own}`, { events: [event] })).status, 404);
});

test("lists the discounts that span a group's events, and no others", async () => {
  const [one, two, three, draft] = [
    (await putOn()).event,
    (await putOn()).event,
    (await putOn()).event,
    (await putOn()).event,
  ];
  await promoter("PUT", `/event/${draft}/publish/false`);
  const group = await make(promoter, "/eventGroup", { name: "Trio", events: [one, two, draft] });
  await promoter("PUT", `/eventGroup/${group}/publish/true`);
  const spanning = async () =>
    (at(await shop("GET", `/eventGroup/${group}`), "discounts") as { name: string; events: unknown }[]).map(
      ({ name, events }) => [name, ids(events)],
    );
  const pass = { percentage: 15, eventGroup: group, minimumEvents: 2 };
  const rules: readonly (readonly [path: string, body: object])[] = [
    ["/festivalDiscount", { name: "Weekend pass", ...pass }],
    [
      "/multipack",
      { name: "Two of us", quantity: 2, discountType: "PERCENTAGE", discountAmount: 5, events: [one, two, three] },
    ],
    ["/festivalDiscount", { name: "For friends", ...pass, codeRequired: true }],
    ["/festivalDiscount", { name: "Over", ...pass, validTo: "2020-01-01T00:00:00Z" }],
    ["/festivalDiscount", { name: "In yen", amount: 500, eventGroup: group, currency: "JPY" }],
    ["/festivalDiscount", { name: "Elsewhere", percentage: 15, events: [one, three, draft] }],
    ["/discount", { name: "One alone", kind: "PER_TICKET", percentage: 15, events: [two] }],
  ];
  const made: string[] = [];
  for (const [path, body] of rules) made.push(`${path}/${await make(promoter, path, body)}`);
  assert.deepEqual(await spanning(), []);
  for (const path of made) assert.equal((await promoter("PUT", `${path}/enable/true`)).status, 200);
  assert.deepEqual(await spanning(), [
    ["Weekend pass", [one, two]],
    ["Two of us", [one, two]],
  ]);
  await promoter("PUT", `/event/${two}/publish/false`);
  assert.deepEqual(await spanning(), []);
});
