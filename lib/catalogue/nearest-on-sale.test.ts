import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventSummary } from "#lib/ticketing/model/event.ts";
import { nearestOnSale } from "./nearest-on-sale.ts";

const venue = (name: string, city: string) => ({ id: 1, name, address: "", city, timeZone: "Pacific/Auckland" });

function event(id: number, more: Partial<EventSummary> = {}): EventSummary {
  const summary = { id, name: `Event ${id}`, description: "", saleStatus: "ON_SALE", tags: [], groups: [] } as const;
  return { ...summary, venue: venue("Old Mill", "Nelson"), firstDate: `2027-01-1${id}T19:30:00+13:00`, ...more };
}

test("lists the next events on sale, those at the venue first, then those in the city", () => {
  const events = [
    event(1, { venue: venue("Dock", "Hobart") }),
    event(2, { venue: venue("Hall", "Nelson") }),
    event(5),
    event(4),
    event(3, { saleStatus: "SOLD_OUT" }),
    event(9),
  ];
  assert.deepEqual(
    nearestOnSale(events, event(9)).map(({ id }) => id),
    [4, 5, 2],
  );
});
