import { exact, expect, expectCode, expectShape, expectStatus, expectSuccess, fieldOf } from "#conformance/expect.ts";
import type { Kit } from "#conformance/kit.ts";
import { BOX_PLACES, LIMITED_MAXIMUM, type OwnEvent } from "#conformance/own-event.ts";
import { extension, type Statement } from "#conformance/statement.ts";

/** Expects a ticket type of the kit's own event to be refused with a code. */
function refuses(
  id: string,
  says: string,
  code: string,
  ticketTypeOf: (kit: Kit, own: OwnEvent) => Promise<number> | number,
  quantity = 1,
): Statement {
  return extension(id, `\`${code}\`: ${says}.`, async (kit) => {
    const own = await kit.manager.ownEvent();
    const ticketType = await ticketTypeOf(kit, own);
    const answer = await kit.buyer.tryReserve({ event: own.event, tickets: [{ ticketType, quantity }] });
    expectCode(answer, code);
    expectStatus(answer, 200);
    expectShape(answer, exact.verdict, answer.body);
    const errors = fieldOf(answer.body, "errors");
    expect(Array.isArray(errors) && errors.length === 1, answer, "one row", errors);
    const left = fieldOf(errors[0], "left");
    expect(code !== "NOT_ENOUGH" || left === BOX_PLACES, answer, `left: ${BOX_PLACES}`, left);
  });
}

/** Returns a new ticket type with these limits. */
const withLimits =
  (limits: object) =>
  ({ manager }: Kit, { eventDates, sections }: OwnEvent): Promise<number> =>
    manager.create("/ticketType", {
      eventDate: eventDates[0],
      venueSection: sections.floor,
      name: "Limited",
      price: 45,
      ...limits,
    });

export const REFUSAL_STATEMENTS: readonly Statement[] = [
  refuses("RES-32", "it says how many are left", "NOT_ENOUGH", (_, own) => own.ticketTypes.box, BOX_PLACES + 1),
  refuses(
    "RES-33",
    "an order has at most `maximumPerOrder` of a ticket type",
    "OVER_LIMIT",
    (_, own) => own.ticketTypes.limited,
    LIMITED_MAXIMUM + 1,
  ),
  refuses("RES-35", "an order has at least `minimumPerOrder`", "UNDER_MINIMUM", withLimits({ minimumPerOrder: 2 })),
  refuses("RES-36", "the sale begins at `onSaleFrom`", "NOT_ON_SALE", withLimits({ onSaleFrom: "01-12-2099T10:00" })),
  refuses("RES-37", "the sale has ended", "CLOSED", withLimits({ closed: true })),
  refuses("RES-38", "a ticket type needs a booking code", "CODE_REQUIRED", withLimits({ codeRequired: true })),
  refuses("RES-39", "no place is left", "SOLD_OUT", async ({ buyer }, { event, ticketTypes: { box } }) => {
    expectSuccess(await buyer.tryReserve({ event, tickets: [{ ticketType: box, quantity: BOX_PLACES }] }));
    return box;
  }),
];
