import assert from "node:assert/strict";
import test from "node:test";
import {
  type Event,
  type EventFacts,
  eventAt,
  hasWaitingList,
  opensAt,
  presalePrice,
  priceRange,
  type TicketTypeFacts,
  withoutHidden,
} from "./event.ts";

const NOW = new Date("2026-12-01T00:00:00Z");
const LATER = new Date("2026-12-10T00:00:00Z");
const LAST = new Date("2026-12-20T00:00:00Z");

/** The terms of a ticket type that differ from the usual: on sale to everybody for 20.00, with places. */
type Terms = Partial<TicketTypeFacts> & { readonly minor?: number };

function typeOf({ minor = 2000, ...terms }: Terms, at: number): TicketTypeFacts {
  const money = (amount: number) => ({ minor: amount, currency: "NZD" });
  return {
    ...{
      id: at + 1,
      version: 1,
      section: { id: 1, name: "Stalls" },
      name: "Adult",
      prefix: "",
      description: "",
      kind: "TICKETS",
    },
    ...{
      price: money(minor),
      fee: money(0),
      maximumAllocation: 10,
      followsSection: false,
      minimumPerOrder: 1,
      maximumPerOrder: 10,
    },
    ...{ onSaleFrom: undefined, onSaleTo: undefined, closed: false, tags: [], codeRequired: false, hidden: false },
    ...{ maximumScans: 1, oncePerDay: false, sortIdx: 0, free: 5, reserved: 0, sectionFree: 20 },
    ...terms,
  };
}

/** Returns the facts of an event with one date. What no test reads is left out. */
function factsOf(...types: readonly Terms[]): EventFacts {
  const date = { id: 1, cancelled: false, endsAt: LAST, ticketTypes: types.map(typeOf) };
  return { id: 1, published: true, cancelled: false, dates: [date] } as unknown as EventFacts;
}

const CODED: Terms = { codeRequired: true, minor: 1500 };
const HIDDEN: Terms = { hidden: true, minor: 1000 };
const SOLD_OUT: Terms = { free: 0 };
const FROM_LATER: Terms = { onSaleFrom: LATER };

/** The state of an event as the public sees it. */
const stateOf = (event: Event) => ({
  status: event.saleStatus,
  presale: presalePrice(event)?.minor,
  list: event.dates.some(hasWaitingList),
});

for (const [what, types, state] of [
  ["the public tickets are sold out beside coded ones", [SOLD_OUT, CODED], ["SOLD_OUT", undefined, true]],
  ["the public tickets are sold out beside hidden ones", [SOLD_OUT, HIDDEN], ["SOLD_OUT", undefined, true]],
  ["public tickets are on sale beside coded ones", [{}, CODED], ["ON_SALE", undefined, false]],
  ["a code opens a presale", [FROM_LATER, CODED], ["NOT_ON_SALE", 1500, false]],
  ["everything needs a code", [CODED], ["NOT_ON_SALE", 1500, false]],
  ["everything is hidden", [HIDDEN], ["NOT_ON_SALE", undefined, false]],
  ["a presale is hidden", [FROM_LATER, HIDDEN], ["NOT_ON_SALE", undefined, false]],
  ["a presale is sold out", [FROM_LATER, { ...CODED, free: 0 }], ["NOT_ON_SALE", undefined, false]],
  ["all that needs a code is sold out", [{ ...CODED, free: 0 }], ["SOLD_OUT", undefined, false]],
  ["no order fits into the sold-out tickets", [{ ...SOLD_OUT, minimumPerOrder: 11 }], ["SOLD_OUT", undefined, false]],
  ["merchandise alone is sold out", [{ ...SOLD_OUT, kind: "MERCHANDISE" }], ["SOLD_OUT", undefined, false]],
  ["the public sale has ended beside coded tickets", [{ closed: true }, CODED], ["CLOSED", undefined, false]],
] as const) {
  test(`an event of which ${what} is ${state[0]}`, () => {
    const [status, presale, list] = state;
    for (const facts of [factsOf(...types), withoutHidden(factsOf(...types))])
      assert.deepEqual(stateOf(eventAt(facts, NOW)), { status, presale, list });
  });
}

test("whoever has the code of hidden tickets, and the box office, can buy them", () => {
  const facts = factsOf(SOLD_OUT, HIDDEN);
  assert.equal(
    eventAt(
      withoutHidden(facts, () => true),
      NOW,
    ).saleStatus,
    "ON_SALE",
  );
  assert.equal(eventAt(factsOf(SOLD_OUT, CODED, HIDDEN), NOW, true).saleStatus, "ON_SALE");
});

test("places that need a code are not free for everybody", () => {
  const [date] = eventAt(factsOf({ free: 2 }, { ...CODED, free: 7 }), NOW).dates;
  assert.equal(date?.ticketsAvailable, 2);
});

test("the sale opens when it opens to everybody, and the price is that of everybody", () => {
  const event = eventAt(factsOf({ onSaleFrom: LAST }, { ...CODED, onSaleFrom: LATER }), NOW);
  assert.deepEqual(event.dates.map(opensAt), [LAST]);
  assert.equal(priceRange(event)?.low.minor, 2000);
});
