import { expect, expectExtensionFields, expectFields, expectShape, expectStatus } from "#test/conformance/expect.ts";
import { expectSuccess, isRefusal } from "#test/conformance/once.ts";
import {
  amount,
  count,
  fieldOf,
  flag,
  idsOf,
  instant,
  key,
  list,
  numberOf,
  object,
  ref,
  saleStatus,
  text,
} from "#test/conformance/shapes.ts";
import { extension, reference, type Statement, specification } from "#test/conformance/statement.ts";
import { NotApplicable } from "#test/conformance/verdict.ts";

const INVOICE = {
  lines: list,
  savings: list,
  subtotal: amount,
  fees: amount,
  tax: amount,
  total: amount,
};

/** Returns the amounts of a list's rows. */
const sumOf = (rows: unknown, name: string): number =>
  (Array.isArray(rows) ? rows : []).reduce<number>((sum, row) => sum + (numberOf(fieldOf(row, name)) ?? 0), 0);

/** Far below the smallest unit of any currency: sums of decimals are not exact. */
const SAME = 0.0001;

export const RESERVATION_STATEMENTS: readonly Statement[] = [
  specification(
    "RES-01",
    "`POST /reservation` takes `event` and `tickets: [{ ticketType, quantity }]` and answers with a short alphanumeric key.",
    async ({ buyer }) => {
      const { event, ticketType, quantity } = await buyer.place();
      const answer = await buyer.tryReserve({ event, tickets: [{ ticketType, quantity }] });
      expectStatus(answer, 200, 201);
      const { successful, messages } = Object(answer.body) as {
        readonly successful?: unknown;
        readonly messages?: unknown;
      };
      const hint = "a reservation; name an event with free places by --event if there are none";
      expect(successful !== false, answer, hint, messages);
      expectShape(answer, key, fieldOf(answer.body, "key"), "key");
      return undefined;
    },
  ),
  reference(
    "RES-02",
    "A reservation answers `successful`, `messages`, `key`, `multiSaleKey` (the cart), `link`, `expiry` and `invoice`.",
    async ({ buyer }) => {
      const { answer } = await buyer.shared();
      const optional = { messages: list, link: text, expiry: instant, invoice: object };
      return expectFields(answer, answer.body, { successful: flag, key, multiSaleKey: key }, optional);
    },
  ),
  extension(
    "RES-03",
    "A reservation also answers `status`, `event`, `expirySeconds`, `admissions` and `codes`.",
    async ({ buyer }) => {
      const { answer } = await buyer.shared();
      const fields = { status: saleStatus, event: ref, expirySeconds: count, admissions: list, codes: list };
      return expectExtensionFields(answer, answer.body, fields);
    },
  ),
  extension(
    "RES-04",
    "An invoice has `lines` `savings` `subtotal` `fees` `tax` `total`, and its lines add up.",
    async ({ buyer }) => {
      const { answer } = await buyer.shared();
      const invoice = fieldOf(answer.body, "invoice");
      if (typeof invoice !== "object" || invoice === null) throw new NotApplicable("extension not offered: no invoice");
      const remark = expectExtensionFields(answer, invoice, INVOICE);
      if (fieldOf(invoice, "lines") === undefined) return remark;
      const [sum, total] = [
        sumOf(fieldOf(invoice, "lines"), "totalAfterSavings"),
        numberOf(fieldOf(invoice, "total")) ?? 0,
      ];
      expect(Math.abs(sum - total) < SAME, answer, `lines that add up to ${total}`, sum);
      return remark;
    },
  ),
  specification("RES-05", "All of the tickets are reserved, or none.", async ({ buyer, catalogue, get }) => {
    const place = await buyer.place();
    const ofEvent = idsOf(fieldOf((await get(`/eventDate/${place.eventDate}`)).body, "ticketTypes"));
    const other = ofEvent.find((id) => id !== place.ticketType);
    if (other === undefined) throw new NotApplicable("the date has a single ticket type");
    const available = async () => fieldOf((await get(`/ticketType/${place.ticketType}`)).body, "available");
    const before = await available();
    const tickets = [
      { ticketType: place.ticketType, quantity: 1 },
      { ticketType: other, quantity: 99_999 },
    ];
    const answer = await buyer.tryReserve({ event: place.event, tickets });
    expect(isRefusal(answer), answer, "a refusal of both when one has too few places", answer.body);
    // Of a public event other buyers take places too, so only the kit's own event must have as many as before.
    const isOwn = place.eventDate !== (await catalogue.onSale()).eventDateId;
    const after = await available();
    expect(!isOwn || after === before, answer, `${before} places as before`, after);
    return undefined;
  }),
  specification(
    "RES-06",
    "No place is sold twice: more tickets than there are places are refused.",
    async ({ manager, buyer }) => {
      const { event, ticketType } = await buyer.place();
      const far = await buyer.tryReserve({ event, tickets: [{ ticketType, quantity: 99_999 }] });
      expect(isRefusal(far), far, "a refusal of 99,999 tickets", far.body);
      const own = await manager.ownEventIfAny();
      if (own === undefined) return "checked with 99,999 tickets alone: the kit has no small section of its own";
      const tickets = [{ ticketType: own.ticketTypes.box, quantity: 2 }];
      expectSuccess(await buyer.tryReserve({ event: own.event, tickets }));
      const answer = await buyer.tryReserve({ event: own.event, tickets });
      expect(isRefusal(answer), answer, "a refusal of two places when one is left", answer.body);
      return undefined;
    },
  ),
  reference("RES-07", "One reservation may span several dates of its event.", async ({ buyer, catalogue, manager }) => {
    const own = await manager.ownEventIfAny();
    const found = await catalogue.tickets();
    const byEvent = [...Map.groupBy(found, ({ eventId }) => eventId)].map(([event, tickets]) => ({
      event,
      types: [...new Map(tickets.map(({ eventDateId, ticketTypeId }) => [eventDateId, ticketTypeId])).values()],
    }));
    const several = own
      ? { event: own.event, types: [own.ticketTypes.adult, own.ticketTypes.second] }
      : byEvent.find(({ types }) => types.length > 1);
    if (several === undefined) throw new NotApplicable("no event on sale has two dates");
    const tickets = several.types.slice(0, 2).map((ticketType) => ({ ticketType, quantity: 1 }));
    expectSuccess(await buyer.tryReserve({ event: several.event, tickets }));
    return undefined;
  }),
  specification(
    "RES-08",
    "A reservation is for exactly one event: ticket types of another are refused.",
    async ({ buyer, catalogue }) => {
      const { event } = await buyer.place();
      const other = (await catalogue.tickets()).find(({ eventId }) => eventId !== event);
      if (other === undefined) throw new NotApplicable("the account has no second event on sale");
      const answer = await buyer.tryReserve({ event, tickets: [{ ticketType: other.ticketTypeId, quantity: 1 }] });
      expect(isRefusal(answer), answer, "a refusal", answer.body);
      return undefined;
    },
  ),
  reference("RES-09", "`multiOrderKey` puts a reservation into the cart of another.", async ({ buyer, get }) => {
    const first = await buyer.reserve();
    const second = await buyer.reserve({ multiOrderKey: first.cart });
    expect(second.cart === first.cart, second.answer, `multiSaleKey ${first.cart}`, second.cart);
    const cart = await get(`/cart/${first.cart}`);
    const sales = fieldOf(cart.body, "sales");
    expect(Array.isArray(sales) && sales.length === 2, cart, "a cart of two sales", sales);
    return undefined;
  }),
  reference(
    "RES-10",
    "`bookingCode` takes codes separated by spaces; an unknown one does not break the call.",
    async ({ buyer }) => {
      const { event, ticketType, quantity } = await buyer.place();
      const body = { event, tickets: [{ ticketType, quantity }], bookingCode: "CONFORMANCE NOSUCHCODE" };
      const answer = await buyer.tryReserve(body);
      expect(
        answer.status < 500 && typeof answer.body === "object",
        answer,
        "a reservation or a refusal",
        answer.status,
      );
      return undefined;
    },
  ),
  extension("RES-11", "Each code has a result: `codes: [{ code, result, saving?, message }]`.", async ({ buyer }) => {
    const { answer } = await buyer.reserve({ bookingCode: "CONFORMANCE" });
    const codes = fieldOf(answer.body, "codes");
    if (codes === undefined) throw new NotApplicable("extension not offered: no codes in the answer");
    expect(Array.isArray(codes) && codes.length === 1, answer, "a row for the one code", codes);
    return expectExtensionFields(answer, codes[0], { code: text, result: text, message: text });
  }),
];
