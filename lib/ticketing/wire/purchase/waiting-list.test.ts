import assert from "node:assert/strict";
import { test } from "node:test";
import { joinRefused, waitingEntry } from "#lib/ticketing/wire/purchase/waiting-list.ts";

const aud = (amount: number) => ({ amount, currency: "AUD" });
const ENTRY = { event: { id: 7, name: "Epicene" }, quantity: 2, state: "WAITING", ahead: 14 };

test("an entry has its place in line, and a date where it waits for one", () => {
  assert.deepEqual(waitingEntry.parse({ ...ENTRY, eventDate: null, offer: null }), {
    ...{ eventId: 7, eventName: "Epicene", quantity: 2, state: "WAITING", ahead: 14 },
  });
  assert.equal(waitingEntry.parse({ ...ENTRY, eventDate: { id: 9, name: "Friday" } }).eventDateId, 9);
  assert.equal(waitingEntry.safeParse({ ...ENTRY, state: "GONE" }).success, false);
});

test("an offer has its end and the ticket types that it is for, with exact prices", () => {
  const offer = {
    ...{ key: "3THC51K2M0", quantity: 2, expiresAt: "2026-12-04T07:00:00Z" },
    ...{ eventDate: { id: 9, name: "Friday" }, venueSection: { id: 3, name: "Stalls" } },
    ticketTypes: [{ id: 5, name: "Adult", price: aud(19.9), maximum: 2 }],
  };
  const { offer: read } = waitingEntry.parse({ ...ENTRY, state: "OFFERED", offer });
  assert.deepEqual(
    [read?.eventDateId, read?.sectionName, Date.parse(read?.expiresAt ?? "")],
    [...[9, "Stalls", Date.parse("2026-12-04T07:00:00Z")]],
  );
  assert.deepEqual(read?.ticketTypes, [
    {
      ...{ id: 5, name: "Adult", minimum: 1, maximum: 2 },
      ...{ price: { minor: 1990, currency: "AUD" }, fee: { minor: 0, currency: "AUD" } },
    },
  ]);
});

test("a refused join says whether the address or the event is the reason", () => {
  const refusalOf = (code: string, path = "") =>
    joinRefused.parse({ successful: false, errors: [{ path, code }] }).refusal;
  assert.deepEqual(
    [refusalOf("NOT_SOLD_OUT"), refusalOf("OVER_LIMIT", "quantity"), refusalOf("RANGE", "email"), refusalOf("OTHER")],
    ["on_sale", "over_limit", "email_refused", "not_on_sale"],
  );
});
