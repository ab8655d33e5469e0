import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventSummary } from "#lib/ticketing/model/event.ts";
import { searchOwnEvents } from "./promoter-events.ts";

const event = (name: string, place: string) => ({ name, venue: { name: place, city: "Wellington" } }) as EventSummary;

test("finds a promoter's events by words of their name and venue, without accents and capitals", () => {
  const events = [event("Te Hau Kāinga", "The Customhouse"), event("The Glass Circus", "Shed Nine")];
  const found = (q: string) => searchOwnEvents(events, q).map(({ name }) => name);
  assert.deepEqual(found("kainga"), ["Te Hau Kāinga"]);
  assert.deepEqual(found("SHED glass"), ["The Glass Circus"]);
  assert.deepEqual(found("glass customhouse"), []);
  assert.deepEqual(found(""), ["Te Hau Kāinga", "The Glass Circus"]);
});
