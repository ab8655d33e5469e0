import assert from "node:assert/strict";
import { after, test } from "node:test";
import * as fixture from "#e2e/tools/fixture-service.ts";
import { applySettings } from "#e2e/tools/storefront-settings.ts";
import { withFields } from "#lib/promoter/forms/fields.ts";
import { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { saveVenue, type VenueToSave } from "#lib/ticketing/manage/save-venue.ts";
import type { FormValues } from "#lib/ticketing/manage/saved.ts";
import { NEW_VENUE_FIELDS, type SectionValues } from "#lib/ticketing/manage/venues.ts";

const service = await fixture.startFixtureService();
after(service.close);
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca });

const MANAGER = new PromoterCredential("manager", "secret");

type Section = {
  readonly id: number;
  version: number;
  name: string;
  capacity: number;
  door: string | null;
  overlaps: readonly number[];
};
type Layout = { readonly id: number; version: number; name: string; venueSections: readonly { readonly id: number }[] };
type Answer = readonly [status: number, body: object];
type Sent = {
  readonly name?: string;
  readonly capacity?: number;
  readonly door?: string | null;
  readonly overlaps?: readonly number[];
  readonly venueSections?: readonly number[];
  readonly version?: number;
};

const STALE = { errors: [{ path: "version", code: "CONFLICT" }], changed: { by: { id: 1, name: "Mia" } } };

/** A service with the sections of one venue, which gives an overlap to both and raises both versions, as ours does. */
function serviceOf(...names: readonly string[]) {
  const sections = new Map<number, Section>(
    names.map((name, at) => [11 + at, { id: 11 + at, version: 1, name, capacity: 60, door: null, overlaps: [] }]),
  );
  const layouts = new Map<number, Layout>();
  let nextId = 31;
  const state = {
    sections,
    layouts,
    /** An answer in place of doing it, and one after it is done. */
    answer: (_call: string, _body: Sent): Answer | undefined => undefined,
    afterwards: (_call: string, _body: Sent): Answer | undefined => undefined,
  };

  function setOverlaps(section: Section, is: readonly number[]) {
    for (const id of new Set(section.overlaps).symmetricDifference(new Set(is))) {
      const other = sections.get(id);
      assert.ok(other, "an overlap with a section that exists");
      other.version += 1;
      other.overlaps = is.includes(id)
        ? [...other.overlaps, section.id]
        : other.overlaps.filter((one) => one !== section.id);
    }
    section.overlaps = is;
  }

  function create(kind: string, { name = "", capacity = 0, door = null, overlaps = [], venueSections = [] }: Sent) {
    if (kind === "venue") return 7;
    const id = nextId++;
    if (kind === "venueConfiguration") {
      layouts.set(id, { id, version: 1, name, venueSections: venueSections.map((one) => ({ id: one })) });
      return id;
    }
    const section: Section = { id, version: 1, name, capacity, door, overlaps: [] };
    sections.set(id, section);
    setOverlaps(section, overlaps);
    return id;
  }

  function change(section: Section, { version, overlaps, name, capacity }: Sent): Answer {
    if (version !== undefined && version !== section.version) return [409, STALE];
    section.version += 1;
    section.name = name ?? section.name;
    section.capacity = capacity ?? section.capacity;
    if (overlaps) setOverlaps(section, overlaps);
    return [200, { successful: true }];
  }

  function reply(method: string, path: string, body: Sent): Answer {
    const [, kind = "", id] = path.split("/");
    const refs = (of: ReadonlyMap<number, Section | Layout>) => [...of.values()].map((one) => ({ ...one }));
    if (method === "GET" && kind === "venue") {
      return [200, { id: 7, version: 1, venueSections: refs(sections), venueConfigurations: refs(layouts) }];
    }
    if (method === "GET") return [200, (kind === "venueSection" ? sections : layouts).get(Number(id)) ?? {}];
    if (method === "POST") return [200, { successful: true, id: create(kind, body) }];
    const section = sections.get(Number(id));
    return section && kind === "venueSection" ? change(section, body) : [200, { successful: true }];
  }

  service.behave((response, request) => {
    const path = request.path.slice(3);
    const body: Sent = request.body === "" || request.method === "GET" ? {} : JSON.parse(request.body);
    const call = `${request.method} ${path}`;
    const early = state.answer(call, body);
    const done = early ?? reply(request.method, path, body);
    const [status, answer] = state.afterwards(call, body) ?? done;
    fixture.answers(answer, status)(response, request);
  });
  return state;
}

const sent = () =>
  service.received.filter(({ method }) => method !== "GET").map((one) => one.method + one.path.slice(3));

const row = (key: string, name: string, overlaps: readonly string[] = [], capacity = "60"): SectionValues => ({
  key,
  name,
  capacity,
  door: "",
  overlaps,
  ...(/^\d/.test(key) && { version: "1" }),
});

// The fields say which values the form has; the compiler cannot follow their names.
const formOf = (values: FormValues) =>
  JSON.parse(JSON.stringify(withFields(NEW_VENUE_FIELDS, values))) as VenueToSave["values"];
const venueOf = (...sections: readonly SectionValues[]) =>
  formOf({ name: "The Customhouse", timeZone: "Pacific/Auckland", sections, configurations: [] });

const save = (venue: VenueToSave) => saveVenue(MANAGER, venue);

/** Saves, and returns what the form then has after the refusal, as its page sends it again. */
async function refusedOnce(venue: VenueToSave, code: string) {
  const saved = await save(venue);
  assert.equal(saved.result === "refused" && saved.errors[0]?.code, code);
  assert.ok(saved.result === "refused" && saved.opened, "some of it was saved");
  const { id, values: opened, typed } = saved.opened;
  service.received.length = 0;
  return (change: (section: SectionValues) => Partial<SectionValues>): VenueToSave => {
    const values = formOf(typed);
    const sections = values.sections.map(({ version: _, ...one }) => ({ ...one, ...change(one as SectionValues) }));
    return { id, opened: formOf(opened), values: { ...values, sections: sections as readonly SectionValues[] } };
  };
}

const TAKEN = [400, { errors: [{ path: "capacity", code: "RANGE", reason: "more_are_taken" }] }] as const;
const refusesFive = (_call: string, { capacity }: Sent) => (capacity === 5 ? TAKEN : undefined);
const withMorePlaces = ({ capacity }: SectionValues) => (capacity === "5" ? { capacity: "55" } : {});

test("an overlap that was set before a refusal stays, and one that was ended stays so", async () => {
  const state = serviceOf("Stalls", "Circle", "Bar");
  state.answer = refusesFive;
  const opened = venueOf(row("11", "Stalls"), row("12", "Circle"), row("13", "Bar"));
  const values = venueOf(row("11", "Stalls", ["12"]), row("12", "Circle"), row("13", "Bar", [], "5"));
  const again = await refusedOnce({ id: 7, opened, values }, "RANGE");
  assert.equal((await save(again(withMorePlaces))).result, "saved");
  assert.deepEqual(sent(), ["PUT/venueSection/13"]);
  assert.deepEqual(state.sections.get(12)?.overlaps, [11]);

  const ended = serviceOf("Stalls", "Circle", "Bar");
  Object.assign(ended.sections.get(11) ?? {}, { overlaps: [12] });
  Object.assign(ended.sections.get(12) ?? {}, { overlaps: [11] });
  ended.answer = refusesFive;
  const both = venueOf(row("11", "Stalls", ["12"]), row("12", "Circle", ["11"]), row("13", "Bar"));
  const one = venueOf(row("11", "Stalls"), row("12", "Circle", ["11"]), row("13", "Bar", [], "5"));
  const onceMore = await refusedOnce({ id: 7, opened: both, values: one }, "RANGE");
  assert.equal((await save(onceMore(withMorePlaces))).result, "saved");
  assert.deepEqual(sent(), ["PUT/venueSection/13"]);
  assert.deepEqual(ended.sections.get(12)?.overlaps, []);
});

test("a version that an own step raised is no other manager's change, and a change of another one still is", async () => {
  const state = serviceOf("Stalls");
  state.answer = refusesFive;
  const opened = venueOf(row("11", "Stalls"));
  const values = venueOf(row("11", "Stalls", [], "5"), row("sections1", "Boxes", ["11"]));
  const again = await refusedOnce({ id: 7, opened, values }, "RANGE");
  assert.equal((await save(again(withMorePlaces))).result, "saved");
  assert.deepEqual(sent(), ["PUT/venueSection/11"]);

  const changed = serviceOf("Stalls");
  changed.answer = refusesFive;
  const other = await refusedOnce({ id: 7, opened, values }, "RANGE");
  Object.assign(changed.sections.get(11) ?? {}, { version: 3 });
  assert.equal((await save(other(withMorePlaces))).result, "changed");
});

test("new sections are known by their ids when they are saved again", async () => {
  const state = serviceOf();
  state.answer = refusesFive;
  const values = venueOf(row("sections1", "Ballroom", ["sections2"]), row("sections2", "East", [], "5"));
  const again = await refusedOnce({ id: undefined, opened: undefined, values }, "RANGE");
  const rooms = again((one) => (one.name === "Ballroom" ? { name: "Great Hall" } : withMorePlaces(one)));
  assert.equal((await save(rooms)).result, "saved");
  assert.deepEqual(sent(), ["POST/venueSection", "PUT/venueSection/31"]);
  assert.deepEqual(
    [...state.sections.values()].map(({ name, overlaps }) => [name, overlaps]),
    [
      ["Great Hall", [32]],
      ["East", [31]],
    ],
  );
});

test("a fault in the middle creates nothing twice, whether it was done or not", async () => {
  for (const when of ["answer", "afterwards"] as const) {
    const state = serviceOf();
    let isDown = false;
    state[when] = (call) => {
      isDown ||= call === "POST /venueSection";
      return isDown ? [503, {}] : undefined;
    };
    const values = venueOf(row("sections1", "Ballroom"), row("sections2", "East"));
    const again = await refusedOnce({ id: undefined, opened: undefined, values }, "NO_ANSWER");
    await assert.rejects(save(again(() => ({}))), "it is not known yet what is there");
    state[when] = () => undefined;
    assert.equal((await save(again(() => ({ capacity: "70" })))).result, "saved");
    assert.deepEqual(
      [...state.sections.values()].map(({ name, capacity }) => [name, capacity]),
      [
        ["Ballroom", 70],
        ["East", 70],
      ],
    );
    assert.equal(sent().includes("POST/venue"), false);
  }
});

test("a new venue that is saved in part keeps its time zone", async () => {
  const state = serviceOf();
  state.answer = refusesFive;
  const values = venueOf(row("sections1", "Ballroom", [], "5"));
  const again = await refusedOnce({ id: undefined, opened: undefined, values }, "RANGE");
  const { values: typed, ...rest } = again(withMorePlaces);
  assert.deepEqual(await save({ ...rest, values: { ...typed, timeZone: "Europe/London" } }), {
    result: "refused",
    errors: [{ path: "timeZone", code: "IN_USE", reason: "time_zone_is_kept" }],
  });
  assert.equal((await save({ ...rest, values: typed })).result, "saved");
});
