import assert from "node:assert/strict";
import { test } from "node:test";
import { dayInTile } from "#lib/i18n/date-parts.ts";
import { routing } from "#lib/i18n/routing.ts";
import type { Event } from "#lib/ticketing/model/event.ts";
import type { Offering } from "#lib/ticketing/model/offering.ts";
import { greatestLimit, ticketsOf } from "./picker-data.ts";
import { pickerDataOf } from "./picker-data-of.ts";

const event = {
  venue: { id: 1, name: "Hall", address: "", city: "Wellington", timeZone: "Pacific/Auckland" },
} as Event;
const words = { onSaleFrom: "On sale {when}" } as Parameters<typeof pickerDataOf>[1]["words"];

function dateOf(
  locale: string,
  span: { readonly startsAt: string; readonly endsAt?: string },
  { venue }: Pick<Event, "venue"> = event,
) {
  const groups = [{ eventDateId: 7, saleStatus: "ON_SALE", pages: [pageOf(TICKET)], ...span }];
  const offering = { eventId: 3, groups, discounts: [] } as unknown as Offering;
  return pickerDataOf(offering, { event: { venue }, locale, words, now: new Date("2026-11-28T00:00:00Z") })?.dates[0];
}

const nzd = { minor: 4_500, currency: "NZD" };
const TICKET = {
  id: 5,
  name: "Adult",
  section: { id: 2, name: "Floor" },
  price: nzd,
  fee: nzd,
  saleStatus: "ON_SALE",
  minimum: 1,
  maximum: 8,
};
const input = { event, locale: "en", words, now: new Date("2026-11-28T00:00:00Z") };

function pageOf(ticketType: object) {
  const copy = { kind: "COPY", text: "Doors at seven." };
  return { kind: "TICKETS", items: [copy, { kind: "TICKET", ticketType }] };
}

const FAR = { startsAt: "2028-02-13T19:30:00.000+13:00" };
const DAYS = { ...FAR, endsAt: "2028-02-15T19:30:00.000+13:00" };

test("of a venue without a zone each date has the clock time that the service wrote", () => {
  const venue = { ...event.venue, timeZone: "+13:00", isZoneAssumed: true };
  const winter = { startsAt: "2028-07-13T19:30:00.000+12:00", endsAt: "2028-07-13T22:00:00.000+12:00" };
  for (const span of [FAR, winter]) assert.equal(dateOf("en", span, { venue })?.time, "7:30\u00a0pm");
  const { day, end } = dateOf("en", winter, { venue }) ?? {};
  assert.deepEqual([day?.replaceAll("\u00a0", " "), end], ["Thu, 13 July 2028", "10:00\u00a0pm"]);
});

test("a limit that the service does not state is the shop's own, and is not shown as one", () => {
  const limitsOf = (maximum: number | undefined) => {
    const ticket = { ...TICKET, maximum };
    const groups = [{ eventDateId: 7, saleStatus: "ON_SALE", pages: [pageOf(ticket)], ...FAR }];
    const data = pickerDataOf({ eventId: 3, groups, discounts: [] } as unknown as Offering, input);
    const [date] = data?.dates ?? [];
    return date && [ticketsOf(date)[0]?.maximum, greatestLimit(date, false)];
  };
  assert.deepEqual(limitsOf(8), [8, 8]);
  assert.deepEqual(limitsOf(undefined), [50, undefined]);
});

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
