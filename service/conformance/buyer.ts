import type { Catalogue } from "./catalogue.ts";
import { type Client, NoAnswer } from "./client.ts";
import {
  type Answer,
  expect,
  expectField,
  expectStatus,
  expectSuccess,
  fieldOf,
  idsOf,
  key,
  NotApplicable,
  numberOf,
  once,
  prepared,
} from "./expect.ts";
import type { Leftovers } from "./leftovers.ts";
import type { Manager } from "./own-event.ts";

export const BUYER = {
  FIRST_NAME: "Conformance",
  LAST_NAME: "Check",
  EMAIL: "conformance@example.com",
  PHONE: "+64 3 555 0100",
  OPT_IN: "false",
};

export type Reserved = {
  readonly answer: Answer;
  readonly key: string;
  readonly cart: string;
};

/** One ticket that the checks reserve, and its date. */
export type Place = {
  readonly event: number;
  readonly eventDate: number;
  readonly ticketType: number;
};

export type Cards = { readonly good?: string | undefined; readonly bad?: string | undefined };

/** The steps of a buyer. What they reserve is released after the check, or at the end of the run where checks share it. */
export function createBuyer(
  { get, write, removing }: Pick<Client, "get" | "write" | "removing">,
  {
    catalogue,
    manager,
    leftovers,
    cards,
  }: { readonly catalogue: Catalogue; readonly manager: Manager; readonly leftovers: Leftovers; readonly cards: Cards },
) {
  /** Returns tickets of an event of the kit's own, or of one on sale when the user may not manage. */
  const place = once(async (): Promise<Place> => {
    const own = await manager.ownEventIfAny();
    if (own) return { event: own.event, eventDate: own.eventDates[0], ticketType: own.ticketTypes.adult };
    const { eventId, eventDateId, ticketTypeId } = await catalogue.onSale();
    return { event: eventId, eventDate: eventDateId, ticketType: ticketTypeId };
  });

  /** Sends a reservation, and records it when it was made. */
  async function tryReserve(body: object, until: "check" | "run" = "check"): Promise<Answer> {
    const answer = await write("POST", "/reservation/", body).catch((error: unknown) => {
      // The service may have reserved, and only its expiry can release an unknown key.
      if (error instanceof NoAnswer)
        leftovers.add({
          what: "a reservation without an answer",
          until,
          remove: async () => "its key is not known; it expires",
        });
      throw error;
    });
    const [made, cart] = ["key", "multiSaleKey"].map((name) => fieldOf(answer.body, name));
    if (typeof made === "string" && made !== "" && fieldOf(answer.body, "successful") !== false)
      leftovers.add({ what: `reservation ${made}`, until, remove: () => release(made, String(cart)) });
    return answer;
  }

  /** Releases an unpaid reservation. Returns why it is still there, or `undefined`. */
  async function release(made: string, cart: string): Promise<string | undefined> {
    const before = await stateOf(made);
    if (before === undefined) return undefined;
    if (["PROCESSING", "CONFIRMED", "UNFULFILLED"].includes(before)) return `it is ${before}, and no call removes it`;
    let answer = await removing.write("DELETE", `/reservation/${made}`);
    if ((await stateOf(made)) !== undefined) {
      await removing.write("POST", `/cart/${cart}/unlock`);
      answer = await removing.write("DELETE", `/reservation/${made}`);
    }
    const after = await stateOf(made);
    return after && `it is still there after ${answer.call} answered ${answer.status}`;
  }

  /** Returns the state of a reservation, or `undefined` once it no longer exists. */
  async function stateOf(made: string): Promise<string | undefined> {
    const { status, body } = await removing.get(`/reservation/${made}`);
    if (status !== 200 || fieldOf(body, "successful") === false) return undefined;
    // The state is an extension here; without it the seconds say whether there is still a reservation.
    const hasEnded = numberOf(fieldOf(body, "expirySeconds")) === 0;
    const state = fieldOf(body, "status") ?? (hasEnded ? undefined : "RESERVED");
    return state === undefined ? undefined : String(state);
  }

  /** Reserves, and throws NotApplicable when it is refused: another statement states that it must succeed. */
  const reserve = (more: object = {}, until: "check" | "run" = "check"): Promise<Reserved> =>
    prepared(async () => {
      const { event, ticketType } = await place();
      const body = { event, tickets: [{ ticketType, quantity: 1 }], ...more };
      const answer = await tryReserve(body, until);
      expectSuccess(answer);
      const made = String(fieldOf(answer.body, "key"));
      expect(key.safeParse(made).success, answer, "a key", made);
      return { answer, key: made, cart: String(fieldOf(answer.body, "multiSaleKey")) };
    });

  async function reserveAndLock(more: object = {}, until: "check" | "run" = "check"): Promise<Reserved> {
    const reserved = await reserve(more, until);
    await prepared(async () => expectSuccess(await write("POST", `/cart/${reserved.cart}/lock`, BUYER)));
    return reserved;
  }

  /** Returns what a cart costs. */
  const amountOf = (cart: string): Promise<number> =>
    prepared(async () => {
      const answer = await get(`/cart/${cart}`);
      expectStatus(answer, 200);
      const amount = numberOf(fieldOf(answer.body, "total"));
      expect(amount !== undefined, answer, "a total", fieldOf(answer.body, "total"));
      return amount;
    });

  function creditCard(which: keyof Cards) {
    const number = cards[which];
    if (number === undefined) throw new NotApplicable(`it needs --${which}-card`);
    return { name: "Conformance Check", number, expiryMonth: 12, expiryYear: 2090, cvv: "123" };
  }

  /** Pays a cart with a card. A paid sale cannot be removed, so it is listed at the end. */
  async function pay({ key: made, cart }: Reserved, which: keyof Cards): Promise<Answer> {
    const body = { amount: await amountOf(cart), creditCard: creditCard(which) };
    const answer = await write("POST", `/cart/${cart}/payment`, body);
    if (fieldOf(answer.body, "type") === "SUCCESS") notePaid(made);
    return answer;
  }

  function notePaid(made: string): void {
    leftovers.forget(`reservation ${made}`);
    leftovers.add({
      what: `sale ${made}, paid`,
      until: "run",
      remove: async () => "a paid sale has no call to remove it",
    });
  }

  /** Buys a ticket that the check may change. Returns its sale, read back, and its first admission. */
  async function buy(more: object = {}) {
    creditCard("good");
    const reserved = await reserveAndLock(more);
    expectSuccess(await pay(reserved, "good"));
    const sale = await get(`/payment/${reserved.key}`);
    const admissions = idsOf(fieldOf(sale.body, "admissions"));
    const [admission] = admissions;
    if (admission === undefined) throw new NotApplicable("the paid sale lists no admission");
    return { key: reserved.key, sale, admissions, admission, headers: { "sale-key": reserved.key } };
  }

  /** Returns a paid sale of one ticket, which checks share. */
  const paid = once(async () => {
    creditCard("good");
    const reserved = await reserveAndLock({}, "run");
    const payment = await pay(reserved, "good");
    return { ...reserved, payment };
  });

  /** Returns the paid sale as it is read back. Throws NotApplicable when the payment failed. */
  const paidSale = once(() =>
    prepared(async () => {
      const { payment, key: made } = await paid();
      expectSuccess(payment);
      expectField(payment, "type", "SUCCESS");
      const answer = await get(`/payment/${made}`);
      expectStatus(answer, 200);
      return { key: made, answer };
    }),
  );

  /** Returns the answers to admitting a paid ticket, and to admitting it again, by the content of its QR code. */
  const admitted = once(async () => {
    const { answer: sale, key: made } = await paidSale();
    const [id] = idsOf(fieldOf(sale.body, "admissions"));
    if (id === undefined) throw new NotApplicable("the paid sale lists no admission");
    const admission = await get(`/admission/${id}`, { headers: { "sale-key": made } });
    const scanned = String(fieldOf(admission.body, "entryToken") || id);
    const path = `/admission/${encodeURIComponent(scanned)}/admit`;
    return { first: await write("POST", path), second: await write("POST", path) };
  });

  return {
    place,
    tryReserve,
    reserve,
    reserveAndLock,
    amountOf,
    creditCard,
    pay,
    buy,
    notePaid,
    paid,
    paidSale,
    admitted,
    /** Returns a reservation that checks read and do not change. */
    shared: once(() => reserve({}, "run")),
  };
}

export type Buyer = ReturnType<typeof createBuyer>;
