import type { Answer } from "#test/conformance/client.ts";
import { expect, requireExtensionStatus } from "#test/conformance/expect.ts";
import type { Kit } from "#test/conformance/kit.ts";
import { expectSuccess, isRefusal } from "#test/conformance/once.ts";
import { BOX_PLACES, LIMITED_MAXIMUM } from "#test/conformance/own-event.ts";
import { fieldOf } from "#test/conformance/shapes.ts";
import { extension, type Statement } from "#test/conformance/statement.ts";
import { NotApplicable } from "#test/conformance/verdict.ts";

/** The codes of refusals. `docs/interface.md` lists them. */
export const REFUSAL_CODES = [
  ...["SOLD_OUT", "NOT_ENOUGH", "OVER_LIMIT", "UNDER_MINIMUM", "NOT_ON_SALE", "CLOSED", "CANCELLED"],
  ...["CODE_REQUIRED", "MIXED_CURRENCY", "HOLD_ENDED", "WRONG_STATE", "CEILING_REACHED"],
  ...["VOUCHER_NOT_VALID", "VOUCHER_CHANGED"],
];

/** Reserves more places than the kit's own small section has. */
async function reserveTooMany({ manager, buyer }: Kit): Promise<Answer> {
  const { event, ticketTypes } = await manager.ownEvent();
  return buyer.tryReserve({ event, tickets: [{ ticketType: ticketTypes.box, quantity: BOX_PLACES + 1 }] });
}

const codeOf = (answer: Answer): unknown => fieldOf(answer.body, "errors", 0, "code");

/** Expects a ticket type of the kit's own event to be refused with a code. */
function refuses(id: string, says: string, code: string, ticketType: object, quantity = 1): Statement {
  return extension(id, says, async ({ manager, buyer }) => {
    const { event, eventDates, sections } = await manager.ownEvent();
    const place = { eventDate: eventDates[0], venueSection: sections.floor, name: code, price: 45 };
    const made = await manager.create("/ticketType", { ...place, ...ticketType });
    const answer = await buyer.tryReserve({ event, tickets: [{ ticketType: made, quantity }] });
    expect(isRefusal(answer), answer, "a refusal", answer.body);
    if (codeOf(answer) === undefined) throw new NotApplicable("extension not offered: no codes");
    expect(codeOf(answer) === code, answer, code, codeOf(answer));
    return undefined;
  });
}

export const RESERVATION_REFUSAL_STATEMENTS: readonly Statement[] = [
  extension("RES-30", "A refusal is 200 with `successful: false` and a row for each reason.", async (kit) => {
    const answer = await reserveTooMany(kit);
    requireExtensionStatus(answer, 200);
    expect(
      fieldOf(answer.body, "successful") === false,
      answer,
      "successful: false",
      fieldOf(answer.body, "successful"),
    );
    const errors = fieldOf(answer.body, "errors");
    if (errors === undefined) throw new NotApplicable("extension not offered: no rows of errors");
    expect(Array.isArray(errors) && errors.length === 1, answer, "one row", errors);
    return undefined;
  }),
  extension("RES-31", `Codes of refusals: ${REFUSAL_CODES.map((code) => `\`${code}\``).join(" ")}.`, async (kit) => {
    const answer = await reserveTooMany(kit);
    const code = codeOf(answer);
    if (code === undefined) throw new NotApplicable("extension not offered: no codes");
    expect(REFUSAL_CODES.includes(String(code)), answer, "a code of the list", code);
    return undefined;
  }),
  extension("RES-32", "`NOT_ENOUGH` says how many are `left`, and of which `ticketType`.", async (kit) => {
    const answer = await reserveTooMany(kit);
    if (codeOf(answer) === undefined) throw new NotApplicable("extension not offered: no codes");
    const row = fieldOf(answer.body, "errors", 0);
    expect(codeOf(answer) === "NOT_ENOUGH", answer, "NOT_ENOUGH", codeOf(answer));
    expect(fieldOf(row, "left") === BOX_PLACES, answer, `left: ${BOX_PLACES}`, fieldOf(row, "left"));
    return undefined;
  }),
  extension(
    "RES-33",
    "`OVER_LIMIT`: an order has at most `maximumPerOrder` of a ticket type.",
    async ({ manager, buyer }) => {
      const { event, ticketTypes } = await manager.ownEvent();
      const tickets = [{ ticketType: ticketTypes.limited, quantity: LIMITED_MAXIMUM + 1 }];
      const answer = await buyer.tryReserve({ event, tickets });
      expect(isRefusal(answer), answer, "a refusal", answer.body);
      if (codeOf(answer) === undefined) throw new NotApplicable("extension not offered: no codes");
      expect(codeOf(answer) === "OVER_LIMIT", answer, "OVER_LIMIT", codeOf(answer));
      return undefined;
    },
  ),
  extension("RES-34", "A quantity below 1, or a ticket type that does not exist, gets 400.", async ({ buyer }) => {
    const { event, ticketType } = await buyer.place();
    for (const ticket of [
      { ticketType, quantity: 0 },
      { ticketType: 999_999_999, quantity: 1 },
    ]) {
      const answer = await buyer.tryReserve({ event, tickets: [ticket] });
      expect(isRefusal(answer), answer, "a refusal", answer.body);
      requireExtensionStatus(answer, 400);
    }
    return undefined;
  }),
  refuses("RES-35", "`UNDER_MINIMUM`: an order has at least `minimumPerOrder` of a ticket type.", "UNDER_MINIMUM", {
    minimumPerOrder: 2,
  }),
  refuses("RES-36", "`NOT_ON_SALE`: the sale of a ticket type begins at `onSaleFrom`.", "NOT_ON_SALE", {
    onSaleFrom: "01-12-2099T10:00",
  }),
  refuses("RES-37", "`CLOSED`: the sale of a ticket type has ended.", "CLOSED", { closed: true }),
  refuses("RES-38", "`CODE_REQUIRED`: a ticket type needs a booking code.", "CODE_REQUIRED", { codeRequired: true }),
  extension("RES-39", "`SOLD_OUT`: no place is left.", async ({ manager, buyer }) => {
    const { event, ticketTypes } = await manager.ownEvent();
    const box = (quantity: number) => buyer.tryReserve({ event, tickets: [{ ticketType: ticketTypes.box, quantity }] });
    expectSuccess(await box(BOX_PLACES));
    const answer = await box(1);
    expect(isRefusal(answer), answer, "a refusal", answer.body);
    if (codeOf(answer) === undefined) throw new NotApplicable("extension not offered: no codes");
    expect(codeOf(answer) === "SOLD_OUT", answer, "SOLD_OUT", codeOf(answer));
    return undefined;
  }),
];
