import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { saveVenue, withBothOverlaps } from "#lib/ticketing/manage/save-venue.ts";

const service = await fixture.startFixtureService();
after(service.close);
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca });

const MANAGER = new PromoterCredential("manager", "secret");

const STALLS = { key: "11", version: "3", name: "Stalls", capacity: "180", door: "A", overlaps: [] };
const CIRCLE = { key: "12", version: "1", name: "Circle", capacity: "60", door: "", overlaps: [] };
const THEATRE = { key: "21", version: "2", name: "Theatre", venueSections: ["11", "12"] };
const OPENED = {
  version: "5",
  name: "The Customhouse",
  "address.streetAddress1": "14 Bond Store Lane",
  "address.streetAddress2": "",
  "address.city": "Wellington",
  "address.postcode": "6011",
  "address.state": "",
  "address.country": "NZ",
  mapUrl: "",
  sections: [STALLS, CIRCLE],
  configurations: [THEATRE],
};
const BOXES = { key: "new1", name: "Boxes", capacity: "8", door: "", overlaps: ["12"] };

type Answers = Readonly<Record<string, readonly [status: number, body: object]>>;

/** Answers each call by its method and path, and a write that is not listed with success. */
function behave(answers: Answers): void {
  service.behave((response, request) => {
    const [status, body] = answers[`${request.method} ${request.path.slice(3)}`] ?? [200, { successful: true, id: 31 }];
    fixture.answers(body, status)(response, request);
  });
}

const sent = () =>
  service.received
    .filter(({ method }) => method !== "GET")
    .map(({ method, path, body }) => [`${method} ${path.slice(3)}`, JSON.parse(body)]);

const READS: Answers = {
  "GET /venue/7": [
    200,
    {
      id: 7,
      version: 6,
      name: "The Old Customhouse",
      timeZone: "Pacific/Auckland",
      mapUrl: null,
      address: { city: "Wellington" },
      venueSections: [{ id: 11, name: "Stalls" }],
      venueConfigurations: [],
    },
  ],
  "GET /venueSection/11": [200, { id: 11, version: 9, name: "Floor", capacity: 170, door: null, overlaps: [] }],
};

test("sends nothing where nothing was changed", async () => {
  behave({});
  assert.deepEqual(await saveVenue(MANAGER, { id: 7, opened: OPENED, values: OPENED }), { result: "saved", id: 7 });
  assert.deepEqual(sent(), []);
});

test("sends what differs from what was opened, each with its version, and new rows by the ids that they get", async () => {
  behave({});
  const sections = [{ ...STALLS, capacity: "190" }, CIRCLE, BOXES];
  const configurations = [{ ...THEATRE, venueSections: ["11", "new1"] }];
  await saveVenue(MANAGER, {
    id: 7,
    opened: OPENED,
    values: { ...OPENED, "address.city": "Porirua", sections, configurations },
  });
  const address = {
    streetAddress1: "14 Bond Store Lane",
    streetAddress2: "",
    city: "Porirua",
    postcode: "6011",
    state: "",
    country: "NZ",
  };
  assert.deepEqual(sent(), [
    ["PUT /venue/7", { address, version: 5 }],
    ["POST /venueSection", { venue: 7, name: "Boxes", capacity: 8, sortIdx: 2, door: null, overlaps: [12] }],
    ["PUT /venueConfiguration/21", { venueSections: [11, 31], version: 2 }],
    ["PUT /venueSection/11", { capacity: 190, version: 3 }],
  ]);
});

test("sends an overlap once: the service gives it to the other section, and raises its version", async () => {
  behave({});
  const stalls = { ...STALLS, overlaps: ["12"] };
  const circle = { ...CIRCLE, name: "Gallery" };
  await saveVenue(MANAGER, { id: 7, opened: OPENED, values: { ...OPENED, sections: [stalls, circle] } });
  assert.deepEqual(sent(), [
    ["PUT /venueSection/11", { overlaps: [12], version: 3 }],
    ["PUT /venueSection/12", { name: "Gallery", version: 2 }],
  ]);

  behave({});
  const boxes = { ...BOXES, overlaps: ["11", "12"] };
  const sections = [{ ...STALLS, overlaps: ["12"], door: "" }, circle, boxes];
  await saveVenue(MANAGER, { id: 7, opened: OPENED, values: { ...OPENED, sections } });
  assert.deepEqual(sent().slice(1), [
    ["PUT /venueSection/11", { door: null, overlaps: [12, 31], version: 4 }],
    ["PUT /venueSection/12", { name: "Gallery", version: 3 }],
  ]);
});

test("a section leaves a layout before it overlaps with what stays, and joins one after an overlap ends", async () => {
  behave({});
  const sections = [{ ...STALLS, overlaps: ["12"] }, CIRCLE];
  const configurations = [{ ...THEATRE, venueSections: ["11"] }];
  await saveVenue(MANAGER, { id: 7, opened: OPENED, values: { ...OPENED, sections, configurations } });
  assert.deepEqual(
    sent().map(([call]) => call),
    ["PUT /venueConfiguration/21", "PUT /venueSection/11"],
  );

  behave({});
  const bar = { ...CIRCLE, key: "13", name: "Bar" };
  const together = [{ ...STALLS, overlaps: ["13"] }, CIRCLE, { ...bar, overlaps: ["11"] }];
  const apart = [STALLS, CIRCLE, bar];
  await saveVenue(MANAGER, {
    id: 7,
    opened: { ...OPENED, sections: together },
    values: { ...OPENED, sections: apart, configurations: [{ ...THEATRE, venueSections: ["11", "13"] }] },
  });
  assert.deepEqual(
    sent().map(([call]) => call),
    ["PUT /venueSection/11", "PUT /venueConfiguration/21"],
  );
});

test("stops at a change of another manager, and returns what is there now", async () => {
  const changed = { by: { id: 4, name: "P. Producer" }, at: "2026-11-30T00:10:00.000+00:00" };
  const errors = [{ path: "version", code: "CONFLICT", reason: "changed_meanwhile" }];
  behave({ ...READS, "PUT /venueSection/11": [409, { successful: false, errors, changed }] });
  const sections = [
    { ...STALLS, capacity: "190" },
    { ...CIRCLE, capacity: "55" },
  ];
  const saved = await saveVenue(MANAGER, { id: 7, opened: OPENED, values: { ...OPENED, sections } });
  assert.equal(saved.result, "changed");
  assert.deepEqual(saved.result === "changed" && saved.changed, {
    by: "P. Producer",
    at: "2026-11-30T00:10:00.000+00:00",
  });
  assert.deepEqual(saved.result === "changed" && saved.now.values.sections, [
    { key: "11", version: "9", name: "Floor", capacity: "170", door: "", overlaps: [] },
  ]);
  assert.deepEqual(
    sent().map(([call]) => call),
    ["PUT /venueSection/11"],
  );
});

test("stops at a refusal, whose path is that of the form", async () => {
  const errors = [{ path: "capacity", code: "RANGE", reason: "more_are_taken" }];
  behave({ "PUT /venueSection/12": [400, { successful: false, errors }] });
  const sections = [STALLS, { ...CIRCLE, capacity: "5" }];
  const saved = await saveVenue(MANAGER, { id: 7, opened: OPENED, values: { ...OPENED, sections } });
  assert.deepEqual(saved, {
    result: "refused",
    errors: [{ path: "sections.1.capacity", code: "RANGE", reason: "more_are_taken" }],
  });
});

test("what was not saved before a refusal keeps the version that was opened: a change of another manager stays a conflict", async () => {
  const errors = [{ path: "name", code: "RANGE" }];
  behave({ ...READS, "PUT /venueSection/11": [400, { successful: false, errors }] });
  const values = { ...OPENED, name: "Customhouse", sections: [{ ...STALLS, name: "?" }, CIRCLE] };
  const saved = await saveVenue(MANAGER, { id: 7, opened: OPENED, values });
  const opened = saved.result === "refused" ? saved.opened?.values : undefined;
  assert.partialDeepStrictEqual(opened, { name: "Customhouse", version: "6", sections: [STALLS] });
});

test("a check mark that was set or removed at one of two sections counts for both", () => {
  const overlaps = (...all: readonly (readonly string[])[]) =>
    all.map((one, at) => ({ ...STALLS, key: `${at + 1}`, overlaps: one }));
  const both = (before: ReturnType<typeof overlaps>, now: ReturnType<typeof overlaps>) =>
    withBothOverlaps(before, now).map((one) => one.overlaps.join());
  assert.deepEqual(both(overlaps([], []), overlaps(["2"], [])), ["2", "1"]);
  assert.deepEqual(both(overlaps(["2"], ["1"]), overlaps([], ["1"])), ["", ""]);
  assert.deepEqual(both(overlaps(["2"], ["1"], []), overlaps(["2"], ["1", "3"], [])), ["2", "1,3", "2"]);
  assert.deepEqual(both(overlaps([]), overlaps(["1"])), [""], "not with itself");
});
