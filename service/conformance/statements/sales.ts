import { z } from "zod";
import { BUYER } from "#conformance/buyer.ts";
import {
  amount,
  expect,
  expectField,
  expectRefusal,
  expectStatus,
  expectSuccess,
  fieldOf,
  id,
  idOf,
  instant,
  isRefusal,
  key,
  list,
  NotApplicable,
  notOffered,
  object,
  ref,
  refs,
  requireOffered,
  saleStatus,
  text,
} from "#conformance/expect.ts";
import { extension, reference, type Statement, shape } from "#conformance/statement.ts";

const SALE = {
  required: { key, status: saleStatus },
  optional: {
    customer: z.unknown(),
    data: object,
    admissions: refs,
    transactions: list,
    cartId: key,
    event: ref,
    totalPrice: amount,
    created: instant,
    modifed: instant,
    tags: list,
  },
  extensions: { modified: instant, tax: amount, savings: list, answers: list, guests: list },
};
const refundState = z.enum(["REFUNDED", "PROCESSING", "RETURNED", "REFUSED"]);

export const SALE_STATEMENTS: readonly Statement[] = [
  ...shape("SAL-01", {
    what: "`GET /payment/{keyOrId}` of an unpaid sale",
    read: async ({ buyer, get }) => get(`/payment/${(await buyer.shared()).key}`),
    ...SALE,
  }),
  extension("SAL-04", "A sale is read by number only by users who manage.", async ({ buyer, get }) => {
    const { key: made } = await buyer.shared();
    const number = idOf(fieldOf((await get(`/payment/${made}`)).body, "id"));
    if (number === undefined) throw notOffered("a sale has no number");
    const answer = await get(`/payment/${number}`);
    if (answer.status === 404) throw new NotApplicable("this user does not manage, and gets 404");
    expectStatus(answer, 200);
    expectField(answer, "key", made);
  }),
  ...shape("SAL-05", {
    what: "A sale that a payment took, through `PROCESSING`, to `CONFIRMED`, with an admission for each ticket,",
    async read({ buyer }) {
      const { answer } = await buyer.paidSale();
      expectField(answer, "status", "PROCESSING", "CONFIRMED");
      const { data = [] } = list.safeParse(
        fieldOf(answer.body, "admissions", "refs") ?? fieldOf(answer.body, "admissions"),
      );
      expect(data.length === 1, answer, "one admission", data);
      return answer;
    },
    required: SALE.required,
    optional: { ...SALE.optional, transactions: list.min(1) },
    extensions: {
      ...SALE.extensions,
      reference: z.string().regex(/^[2-9B-DF-HJ-NP-TV-XZ]{6}$/),
      venue: ref,
      eventDates: list,
      ageLimit: text,
      refundPolicy: object,
      acceptedTerms: object,
    },
  }),
  extension(
    "SAL-07",
    "A paid sale has the `reference` that all sales of its payment share.",
    async ({ buyer, get }) => {
      const { answer, key: made } = await buyer.paidSale();
      const [reference, cart] = ["reference", "cartId"].map((name) => fieldOf(answer.body, name));
      if (reference === undefined) throw notOffered("no reference");
      const again = await get(`/cart/${cart}`);
      const sales = list.safeParse(fieldOf(again.body, "sales")).data ?? [];
      const same = sales.find((sale) => fieldOf(sale, "key") === made);
      expect(fieldOf(same, "reference") === reference, again, `the reference ${reference}`, same);
    },
  ),
  reference(
    "SAL-10",
    "`PUT /order/{key}/data` changes what is named of the buyer's details.",
    async ({ buyer, write, get }) => {
      const { key: made } = await buyer.paidSale();
      expectSuccess(await write("PUT", `/order/${made}/data`, { PHONE: "+64 3 555 0199" }));
      const answer = await get(`/payment/${made}`);
      const data = fieldOf(answer.body, "data");
      const isChanged = fieldOf(data, "PHONE") === "+64 3 555 0199" && fieldOf(data, "LAST_NAME") === BUYER.LAST_NAME;
      expect(isChanged, answer, "another PHONE and the same LAST_NAME", data);
    },
  ),
  extension("SAL-11", "An unpaid sale's details cannot be changed in this way.", async ({ buyer, write }) => {
    const { key: made } = await buyer.reserveAndLock();
    const answer = await write("PUT", `/order/${made}/data`, { PHONE: "+64 3 555 0199" });
    if (!isRefusal(answer)) throw notOffered("unpaid sales change too");
  }),
  reference("SAL-12", "`GET /order/{key}/sendEmail` is refused for an unpaid sale.", async ({ buyer, get }) => {
    const { key: made } = await buyer.shared();
    expectRefusal(await get(`/order/${made}/sendEmail`), "a refusal for an unpaid sale");
  }),
  extension(
    "SAL-13",
    "It sends the tickets of every paid sale of the cart again, at most five times an hour. A service without a mail server refuses it.",
    async ({ buyer, get }) => {
      const answer = await get(`/order/${(await buyer.paidSale()).key}/sendEmail`);
      if (isRefusal(answer)) throw notOffered("the service sends no mail");
      expectSuccess(answer);
    },
  ),
  extension(
    "SAL-14",
    "`POST /order/findByEmail` `{ email, language, messages }` sends a message with the orders of an address to this address. The answer does not say whether there are any.",
    async ({ write }) => {
      const ask = (email: string) => write("POST", "/order/findByEmail", { email });
      const answer = await ask(BUYER.EMAIL);
      requireOffered(answer);
      expectSuccess(answer);
      const other = await ask("unknown@example.com");
      expect(other.text === answer.text, other, "the same answer for an address without orders", other.body);
    },
  ),
  ...shape("SAL-53", {
    what: "`GET /payment/{keyOrId}` of a refunded sale stays `CONFIRMED`, `GET /order/{key}/refunds` lists its refund, and each",
    async read({ buyer, get, write }) {
      const { key: made, admission } = await buyer.buy();
      requireOffered(await write("POST", `/admission/${admission}/refund`, { fee: "returned", notify: false }));
      const answer = await get(`/payment/${made}`);
      expectField(answer, "status", "CONFIRMED");
      const listed = await get(`/order/${made}/refunds`);
      for (const one of [answer, listed]) {
        const refunds = fieldOf(one.body, "refunds");
        expect(Array.isArray(refunds) && refunds.length === 1, one, "one refund", refunds);
      }
      return { answer, value: fieldOf(answer.body, "refunds", 0) };
    },
    extensions: { id: text, created: instant, amount, feeKept: amount, state: refundState, admissions: list },
  }),
  extension(
    "SAL-56",
    "`POST /order/{key}/refundByBuyer` `{ admissions }` refunds by the event's `refundPolicy`: until its `untilHoursBefore` the date starts, its `percentage` of what the return is worth, rounded down, without the fee when it `keepsFee`; `POST /order/refundQuote` `{ returns: [{ key, admissions }] }` says before what it gives back. Outside it `POST /order/{key}/refundRequest` `{ admissions, reason }` asks the organiser; the sale lists what was asked as `refundRequests`.",
    async ({ buyer, write }) => {
      const { key: made, admissions } = await buyer.buy();
      const quoted = await write("POST", "/order/refundQuote", { returns: [{ key: made, admissions }] });
      const refunded = await write("POST", `/order/${made}/refundByBuyer`, { admissions });
      requireOffered(refunded);
      expectStatus(refunded, 200);
      const isSaid = quoted.status !== 200 || isRefusal(quoted) === isRefusal(refunded);
      expect(isSaid, quoted, "a sum where there is a refund", quoted.body);
      const asked = await write("POST", `/order/${made}/refundRequest`, { admissions, reason: "A check" });
      expectStatus(asked, 200);
      const isOne = isRefusal(asked) !== isRefusal(refunded);
      expect(isOne, asked, "a refund by the policy, or a request outside it", asked.body);
    },
  ),
  ...shape("SAL-57", {
    what: "A row of `GET /account/{id}/refundRequests?state=`, `OPEN` or `DECIDED`,",
    read: async (kit) => {
      const answer = await kit.get(`/account/${await kit.catalogue.accountId()}/refundRequests?pageSize=1`);
      requireOffered(answer);
      const value = fieldOf(answer.body, "requests", 0);
      if (value === undefined) throw new NotApplicable("no refund request");
      return { answer, value };
    },
    extensions: {
      id,
      created: instant,
      state: text,
      key: text,
      event: ref,
      admissions: list,
      reason: text,
      order: text,
      eventDates: list,
      amount,
      fee: amount,
    },
  }),
  extension(
    "SAL-58",
    "`POST /order/{key}/choice` `{ eventDate, choice }` chooses for tickets of a date that was cancelled with `choice`: `keep`, `refund`, or `{ moveTo }` another date. `GET /payment/{keyOrId}` lists what may be chosen as `choices`. Where nothing is offered it is refused.",
    async ({ buyer, write }) => {
      const { answer: sale, key: made } = await buyer.paidSale();
      if (fieldOf(sale.body, "choices") === undefined) throw notOffered("no choices");
      const answer = await write("POST", `/order/${made}/choice`, { eventDate: 1, choice: "keep" });
      if (answer.status === 403) throw new NotApplicable("this user does not sell");
      expectRefusal(answer, "a refusal without a cancelled date");
    },
  ),
  extension(
    "SAL-59",
    "`source` of a reservation also takes `embed` and `clickIds`, and `GET /payment/{keyOrId}` answers it to users with `ORDERS`.",
    async ({ buyer, get }) => {
      const source = { ref: "conformance", embed: "conformance.example", clickIds: { gclid: "conformance" } };
      const { event, ticketType } = await buyer.place();
      const made = await buyer.tryReserve({ event, tickets: [{ ticketType, quantity: 1 }], source });
      if (made.status === 400) throw notOffered("the field is refused");
      expectSuccess(made);
      const answer = await get(`/payment/${fieldOf(made.body, "key")}`);
      const found = fieldOf(answer.body, "source");
      if (found === undefined) throw notOffered("the sale does not say its source");
      expect(fieldOf(found, "embed") === source.embed, answer, `the embed ${source.embed}`, found);
    },
  ),
];
