import {
  amount,
  codeOf,
  count,
  expect,
  expectField,
  expectRefusal,
  expectShape,
  expectStatus,
  expectSuccess,
  fieldOf,
  flag,
  idsOf,
  instant,
  key,
  list,
  NotApplicable,
  notOffered,
  numberOf,
  object,
  ref,
  requireExtensionStatus,
  requireOffered,
  saleStatus,
  text,
} from "#conformance/expect.ts";
import type { Kit } from "#conformance/kit.ts";
import { extension, reference, type Statement, shape, specification } from "#conformance/statement.ts";

/** Far below the smallest unit of any currency: sums of decimals are not exact. */
const SAME = 0.0001;
const FAR_TOO_MANY = 99_999;

/** Reserves a ticket with more than the usual fields. */
async function reserveWith({ buyer }: Kit, more: object) {
  const { event, ticketType } = await buyer.place();
  return buyer.tryReserve({ event, tickets: [{ ticketType, quantity: 1 }], ...more });
}

const RESERVATION = {
  required: { key, multiSaleKey: key },
  optional: { expiry: instant, invoice: object },
  extensions: { status: saleStatus, event: ref, expirySeconds: count, admissions: list, codes: list },
};

export const RESERVATION_STATEMENTS: readonly Statement[] = [
  specification(
    "RES-01",
    "`POST /reservation` takes `event` and `tickets: [{ ticketType, quantity }]` and answers with a short alphanumeric key.",
    async (kit) => {
      const answer = await reserveWith(kit, {});
      expectStatus(answer, 200, 201);
      const hint = "a reservation; name an event with free places by --event if there are none";
      expect(fieldOf(answer.body, "successful") !== false, answer, hint, fieldOf(answer.body, "messages"));
      expectShape(answer, key, fieldOf(answer.body, "key"), "key");
    },
  ),
  ...shape("RES-02", {
    what: "A new reservation",
    read: async ({ buyer }) => (await buyer.shared()).answer,
    ...RESERVATION,
    required: { ...RESERVATION.required, successful: flag },
    optional: { ...RESERVATION.optional, messages: list, link: text },
  }),
  extension(
    "RES-04",
    "An invoice has `lines` `savings` `subtotal` `fees` `tax` `total`, and its lines add up.",
    async ({ buyer }) => {
      const { answer } = await buyer.shared();
      const invoice = fieldOf(answer.body, "invoice");
      const lines = fieldOf(invoice, "lines");
      if (!Array.isArray(lines)) throw notOffered("no lines of an invoice");
      for (const name of ["subtotal", "fees", "tax", "total"])
        expectShape(answer, amount, fieldOf(invoice, name), name);
      expectShape(answer, list, fieldOf(invoice, "savings"), "savings");
      const sum = lines.reduce<number>((all, line) => all + (numberOf(fieldOf(line, "totalAfterSavings")) ?? 0), 0);
      const total = numberOf(fieldOf(invoice, "total")) ?? 0;
      expect(Math.abs(sum - total) < SAME, answer, `lines that add up to ${total}`, sum);
    },
  ),
  specification("RES-05", "All of the tickets are reserved, or none.", async ({ buyer, catalogue, get }) => {
    const { event, eventDate, ticketType } = await buyer.place();
    const other = idsOf(fieldOf((await get(`/eventDate/${eventDate}`)).body, "ticketTypes")).find(
      (id) => id !== ticketType,
    );
    if (other === undefined) throw new NotApplicable("the date has a single ticket type");
    const available = async () => fieldOf((await get(`/ticketType/${ticketType}`)).body, "available");
    const before = await available();
    const tickets = [
      { ticketType, quantity: 1 },
      { ticketType: other, quantity: FAR_TOO_MANY },
    ];
    const answer = await buyer.tryReserve({ event, tickets });
    expectRefusal(answer, "a refusal of both when one has too few places");
    // Of a public event other buyers take places too, so only the kit's own event must have as many as before.
    const isOwn = eventDate !== (await catalogue.onSale()).eventDateId;
    const after = await available();
    expect(!isOwn || after === before, answer, `${before} places as before`, after);
  }),
  specification(
    "RES-06",
    "No place is sold twice: more tickets than there are places are refused.",
    async ({ manager, buyer }) => {
      const { event, ticketType } = await buyer.place();
      const far = await buyer.tryReserve({ event, tickets: [{ ticketType, quantity: FAR_TOO_MANY }] });
      expectRefusal(far, "a refusal of 99,999 tickets");
      const own = await manager.ownEventIfAny();
      if (own === undefined) return "checked with 99,999 tickets alone: the kit has no small section of its own";
      const tickets = [{ ticketType: own.ticketTypes.box, quantity: 2 }];
      expectSuccess(await buyer.tryReserve({ event: own.event, tickets }));
      expectRefusal(await buyer.tryReserve({ event: own.event, tickets }), "a refusal of two places when one is left");
      return undefined;
    },
  ),
  reference("RES-07", "One reservation may span several dates of its event.", async ({ buyer, catalogue, manager }) => {
    const own = await manager.ownEventIfAny();
    const byEvent = [...Map.groupBy(await catalogue.tickets(), ({ eventId }) => eventId)].map(([event, tickets]) => ({
      event,
      types: [...new Map(tickets.map(({ eventDateId, ticketTypeId }) => [eventDateId, ticketTypeId])).values()],
    }));
    const several = own
      ? { event: own.event, types: [own.ticketTypes.adult, own.ticketTypes.second] }
      : byEvent.find(({ types }) => types.length > 1);
    if (several === undefined) throw new NotApplicable("no event on sale has two dates");
    const tickets = several.types.slice(0, 2).map((ticketType) => ({ ticketType, quantity: 1 }));
    expectSuccess(await buyer.tryReserve({ event: several.event, tickets }));
  }),
  specification("RES-08", "A reservation is for exactly one event: tickets of another are refused.", async (kit) => {
    const { event } = await kit.buyer.place();
    const other = (await kit.catalogue.tickets()).find(({ eventId }) => eventId !== event);
    if (other === undefined) throw new NotApplicable("the account has no second event on sale");
    expectRefusal(await reserveWith(kit, { tickets: [{ ticketType: other.ticketTypeId, quantity: 1 }] }));
  }),
  reference("RES-09", "`multiOrderKey` puts a reservation into the cart of another.", async ({ buyer, get }) => {
    const first = await buyer.reserve();
    const second = await buyer.reserve({ multiOrderKey: first.cart });
    expect(second.cart === first.cart, second.answer, `multiSaleKey ${first.cart}`, second.cart);
    const cart = await get(`/cart/${first.cart}`);
    const sales = fieldOf(cart.body, "sales");
    expect(Array.isArray(sales) && sales.length === 2, cart, "a cart of two sales", sales);
  }),
  reference(
    "RES-10",
    "`bookingCode` takes codes separated by spaces; an unknown one does not break the call.",
    async (kit) => {
      const answer = await reserveWith(kit, { bookingCode: "CONFORMANCE NOSUCHCODE" });
      expect(answer.status < 500, answer, "a reservation or a refusal", answer.status);
      expectShape(answer, object, answer.body);
    },
  ),
  ...shape("RES-11", {
    what: "A code of a reservation",
    async read({ buyer }) {
      const { answer } = await buyer.reserve({ bookingCode: "CONFORMANCE" });
      const codes = fieldOf(answer.body, "codes");
      if (codes === undefined) throw notOffered("no codes in the answer");
      expect(Array.isArray(codes) && codes.length === 1, answer, "a row for the one code", codes);
      return { answer, value: codes[0] };
    },
    extensions: { code: text, result: text, message: text },
  }),
  reference("RES-12", "`boxOffice` and `layby` may be `false`.", async (kit) => {
    expectSuccess(await reserveWith(kit, { boxOffice: false, layby: false }));
  }),
  extension("RES-13", "`replaces` has keys of this cart that are released with success.", async ({ buyer, get }) => {
    const first = await buyer.reserve();
    const second = await buyer.reserve({ multiOrderKey: first.cart, replaces: [first.key] });
    const cart = await get(`/cart/${first.cart}`);
    const sales = fieldOf(cart.body, "sales");
    if (Array.isArray(sales) && sales.length === 2) throw notOffered("it was ignored");
    expect(fieldOf(sales, 0, "key") === second.key, cart, `the sale ${second.key} alone`, sales);
  }),
  extension("RES-14", "`source: { ref, utm }` says where the buyer came from.", async (kit) => {
    const answer = await reserveWith(kit, { source: { ref: "conformance", utm: { campaign: "conformance" } } });
    if (answer.status === 400) throw notOffered("the field is refused");
    expectSuccess(answer);
  }),
  ...shape("RES-15", {
    what: "`GET /reservation/{key}`",
    read: async ({ buyer, get }) => get(`/reservation/${(await buyer.shared()).key}`),
    ...RESERVATION,
    optional: { ...RESERVATION.optional, link: ref.or(text), layby: flag, paymentSchedule: list },
  }),
  reference(
    "RES-17",
    "`DELETE /reservation/{key}`: the reservation no longer exists.",
    async ({ buyer, get, write }) => {
      const { key: made } = await buyer.reserve();
      expectSuccess(await write("DELETE", `/reservation/${made}`));
      const answer = await get(`/reservation/${made}`);
      const state = fieldOf(answer.body, "status");
      const isLive =
        state === undefined
          ? numberOf(fieldOf(answer.body, "expirySeconds")) !== 0 && fieldOf(answer.body, "successful") !== false
          : ["RESERVED", "LOCKED"].includes(String(state));
      expect(answer.status !== 200 || !isLive, answer, "no reservation", answer.body);
    },
  ),
  reference(
    "RES-18",
    "A reservation takes its places from the date's `ticketsAvailable`; released, they are free at once.",
    async ({ buyer, get, write }) => {
      const { eventDate } = await buyer.place();
      const read = async () => numberOf(fieldOf((await get(`/eventDate/${eventDate}`)).body, "ticketsAvailable"));
      const before = await read();
      if (before === undefined) throw new NotApplicable("the date does not say how many are available");
      const { key: made, answer } = await buyer.reserve();
      const reserved = await read();
      if (reserved === before) throw new NotApplicable("the date counts reserved places as available");
      // Other buyers of a public event may reserve at the same moment.
      expect(reserved !== undefined && reserved < before, answer, `fewer than ${before} places`, reserved);
      expectSuccess(await write("DELETE", `/reservation/${made}`));
      const after = await read();
      expect(after !== undefined && after > reserved, answer, `more than ${reserved} places after the release`, after);
    },
  ),
  extension("RES-19", "`POST /quote` answers a selection's price and takes nothing.", async ({ buyer, write, get }) => {
    const { event, ticketType } = await buyer.place();
    const available = async () => fieldOf((await get(`/ticketType/${ticketType}`)).body, "available");
    const before = await available();
    const answer = await write("POST", "/quote", { event, tickets: [{ ticketType, quantity: 1 }] });
    requireOffered(answer);
    expectSuccess(answer);
    for (const name of ["subtotal", "total"]) expectShape(answer, amount, fieldOf(answer.body, name), name);
    const after = await available();
    expect(after === before, answer, `${before} places as before`, after);
  }),
  extension(
    "RES-20",
    "`replaces` with a key that is gone is refused with the code `HOLD_ENDED`, and what is reserved stays.",
    async ({ buyer, get, write }) => {
      const { event, ticketType } = await buyer.place();
      const first = await buyer.reserve();
      const gone = await buyer.reserve({ multiOrderKey: first.cart });
      expectSuccess(await write("DELETE", `/reservation/${gone.key}`));
      const body = { event, tickets: [{ ticketType, quantity: 1 }], multiOrderKey: first.cart, replaces: [gone.key] };
      const answer = await buyer.tryReserve(body);
      if (codeOf(answer) !== "HOLD_ENDED") throw notOffered("the field is refused or ignored");
      expectField(answer, "successful", false);
      const cart = await get(`/cart/${first.cart}`);
      expect(fieldOf(cart.body, "sales", 0, "key") === first.key, cart, `the sale ${first.key}`, cart.body);
    },
  ),
  extension(
    "RES-22",
    "`PUT /reservation/{key}/tickets` keeps so many tickets and gives back the others, once; more than are reserved get 400.",
    async ({ buyer, write }) => {
      const { event, ticketType } = await buyer.place();
      const { key: made } = await buyer.reserve({ event, tickets: [{ ticketType, quantity: 2 }] });
      const keep = (quantity: number) =>
        write("PUT", `/reservation/${made}/tickets`, { tickets: [{ ticketType, quantity }] });
      for (const answer of [await keep(1), await keep(1)]) {
        requireOffered(answer);
        expectSuccess(answer);
        expectField(answer, "key", made);
        const line = fieldOf(answer.body, "invoice", "lines", 0);
        expect(fieldOf(line, "quantity") === 1, answer, "one ticket of the type", line);
      }
      const more = await keep(2);
      expectRefusal(more);
      requireExtensionStatus(more, 400);
    },
  ),
  extension("RES-34", "A quantity below 1, or a ticket type that does not exist, gets 400.", async (kit) => {
    const { ticketType } = await kit.buyer.place();
    for (const ticket of [
      { ticketType, quantity: 0 },
      { ticketType: 999_999_999, quantity: 1 },
    ]) {
      const answer = await reserveWith(kit, { tickets: [ticket] });
      expectRefusal(answer);
      requireExtensionStatus(answer, 400);
    }
  }),
  extension("WAI-05", "`waitingListOffer` that has ended is refused with the code `OFFER_ENDED`.", async (kit) => {
    const answer = await reserveWith(kit, { waitingListOffer: "AAAAAAAAAA" });
    if (codeOf(answer) !== "OFFER_ENDED") throw notOffered("the field is refused or ignored");
    expectField(answer, "successful", false);
  }),
];
