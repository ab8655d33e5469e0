import assert from "node:assert/strict";
import { test } from "node:test";
import { dayInTile } from "#lib/i18n/date-parts.ts";
import { routing } from "#lib/i18n/routing.ts";
import type { Event } from "#lib/ticketing/model/event.ts";
import type { Offering } from "#lib/ticketing/model/offering.ts";
import { pickerDataOf } from "./picker-data-of.ts";

const event = {
  venue: { id: 1, name: "Hall", address: "", city: "Wellington", timeZone: "Pacific/Auckland" },
} as Event;
const words = { onSaleFrom: "On sale {when}" } as Parameters<typeof pickerDataOf>[1]["words"];

function dateOf(locale: string, span: { readonly startsAt: string; readonly endsAt?: string }) {
  const item = { kind: "COPY", text: "Doors at seven." };
  const ticketType = {
    id: 5,
    name: "Adult",
    section: { id: 2, name: "Floor" },
    price: nzd,
    fee: nzd,
    minimum: 1,
    maximum: 8,
  };
  const pages = [{ kind: "TICKETS", items: [item, { kind: "TICKET", ticketType }] }];
  const groups = [{ eventDateId: 7, saleStatus: "ON_SALE", pages, ...span }];
  const offering = { eventId: 3, groups, discounts: [] } as unknown as Offering;
  return pickerDataOf(offering, { event, locale, words, now: new Date("2026-11-28T00:00:00Z") })?.dates[0];
}

const nzd = { minor: 4_500, currency: "NZD" };
const FAR = { startsAt: "2028-02-13T19:30:00.000+13:00" };
const DAYS = { ...FAR, endsAt: "2028-02-15T19:30:00.000+13:00" };

test("in a narrow tile a day breaks after its weekday and before its year alone, in every language", () => {
  for (const locale of routing.locales) {
    const { day = "" } = dateOf(locale, FAR) ?? {};
    assert.doesNotMatch(day, / /, locale);
    assert.match(dayInTile(day), /^[^ ]+[ \n]13[^ ]+ 2028$/, locale);
    assert.match(dayInTile(dateOf(locale, DAYS)?.day ?? ""), /^[^ ]+ 13.* – [^ ]+ 15.* 2028$/, locale);
  }
});

test("a day of the months ahead has no year", () => {
  const date = dateOf("en", { startsAt: "2027-02-13T19:30:00.000+13:00" });
  assert.equal(date?.day, "Sat,\u00a013\u00a0Feb");
});
