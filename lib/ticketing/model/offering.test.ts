import assert from "node:assert/strict";
import test from "node:test";
import type { SaleStatus } from "./event.ts";
import { asOffered, type OfferingGroup, presalePriceOf, statusForAll, type TicketType } from "./offering.ts";

const NZD = (minor: number) => ({ minor, currency: "NZD" });

type Terms = Partial<TicketType> & { readonly minor?: number };

/** Tickets of a date that the service calls on sale. */
function pagesOf(...types: readonly Terms[]): OfferingGroup["pages"] {
  const items = types.map(({ minor = 2000, ...terms }, at) => {
    const known = { id: at + 1, name: "Adult", description: "", section: { id: 1, name: "" }, fee: NZD(0), minimum: 1 };
    const ticketType: TicketType = {
      ...{ ...known, price: NZD(minor), saleStatus: "ON_SALE", codeRequired: false },
      ...terms,
    };
    return { kind: "TICKET", ticketType } as const;
  });
  return [{ kind: "TICKETS", name: "", items }];
}

function groupOf(...types: readonly Terms[]): OfferingGroup {
  const pages = pagesOf(...types);
  const saleStatus = statusForAll("ON_SALE", { pages });
  return { eventDateId: 1, name: "", startsAt: "2099-12-04T19:30:00.000+13:00", saleStatus, pages };
}

const CODED: Terms = { codeRequired: true, minor: 1500 };
const SOLD_OUT: Terms = { saleStatus: "SOLD_OUT" };
const LATER: Terms = { saleStatus: "NOT_ON_SALE" };

for (const [what, types, status, presale] of [
  ["public tickets are sold out beside coded ones", [SOLD_OUT, CODED], "SOLD_OUT", undefined],
  ["public tickets are on sale beside coded ones", [{}, CODED], "ON_SALE", undefined],
  ["a code opens a presale", [LATER, CODED], "NOT_ON_SALE", 1500],
  ["all need a code", [CODED], "NOT_ON_SALE", 1500],
  ["all need a code that is known", [{ ...CODED, revealed: true }], "ON_SALE", undefined],
  ["all that need a code are sold out", [{ ...CODED, ...SOLD_OUT }], "SOLD_OUT", undefined],
  ["a presale is sold out", [LATER, { ...CODED, ...SOLD_OUT }], "NOT_ON_SALE", undefined],
  ["some are sold out and others come later", [SOLD_OUT, LATER], "NOT_ON_SALE", undefined],
] as const) {
  test(`a date of which ${what} is ${status}`, () => {
    const group = groupOf(...types);
    assert.deepEqual([group.saleStatus, presalePriceOf([group])?.minor], [status, presale]);
  });
}

test("merchandise does not put a date on sale, and a stated end stays", () => {
  const [tickets] = pagesOf(SOLD_OUT);
  const [poster] = pagesOf({});
  assert.ok(tickets && poster);
  const pages = [tickets, { ...poster, kind: "MERCHANDISE" as const }];
  assert.equal(statusForAll("ON_SALE", { pages }), "SOLD_OUT");
  assert.equal(statusForAll("ON_SALE", { pages: pages.slice(1) }), "ON_SALE");
  for (const stated of ["CLOSED", "CANCELLED", "NOT_ON_SALE"] as const)
    assert.equal(statusForAll(stated, { pages: pagesOf({}) }), stated);
});

test("an event has the status and the prices of its dates, and one date on sale ends a presale", () => {
  type Stated = Parameters<typeof asOffered>[0];
  const stated = (saleStatus: SaleStatus): Stated => ({ saleStatus });
  const presale = groupOf({ ...LATER, minor: 3000 }, CODED);
  const during = asOffered(stated("ON_SALE"), { groups: [presale, groupOf(SOLD_OUT)] });
  assert.deepEqual(during, { saleStatus: "NOT_ON_SALE", from: NZD(2000), presale: NZD(1500) });
  const after = asOffered(stated("ON_SALE"), { groups: [presale, groupOf({})] });
  assert.deepEqual([after.saleStatus, after.presale], ["ON_SALE", undefined]);
  for (const next of [[groupOf(SOLD_OUT), groupOf(LATER)], [groupOf(SOLD_OUT)]])
    assert.equal(asOffered(stated("ON_SALE"), { groups: next, isPart: true }).saleStatus, "ON_SALE");
  const soldOut = asOffered(stated("ON_SALE"), { groups: [groupOf(SOLD_OUT, CODED)] });
  assert.deepEqual([soldOut.saleStatus, soldOut.presale], ["SOLD_OUT", undefined]);
});
