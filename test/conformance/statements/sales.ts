import { z } from "zod";
import { BUYER } from "#test/conformance/buyer.ts";
import {
  expect,
  expectExtensionFields,
  expectFields,
  expectShape,
  expectStatus,
  requireOffered,
} from "#test/conformance/expect.ts";
import { expectSuccess, isRefusal } from "#test/conformance/once.ts";
import {
  amount,
  fieldOf,
  idOf,
  idsOf,
  instant,
  key,
  list,
  maybe,
  object,
  ref,
  refs,
  saleStatus,
} from "#test/conformance/shapes.ts";
import { extension, reference, type Statement } from "#test/conformance/statement.ts";
import { NotApplicable } from "#test/conformance/verdict.ts";

export const SALE_STATEMENTS: readonly Statement[] = [
  reference(
    "SAL-01",
    "`GET /payment/{keyOrId}` answers `key` `cartId` `status` `event` `eventDate` `customer` `totalPrice` `admissions` `transactions` `data` `modifed` (spelled so) `created` `tags` `bookingCode`.",
    async ({ buyer, get }) => {
      const { key: made } = await buyer.shared();
      const answer = await get(`/payment/${made}`);
      expectStatus(answer, 200);
      const people = { customer: maybe(z.unknown()), data: object, admissions: refs, transactions: list };
      const rest = { cartId: key, event: ref, eventDate: ref, totalPrice: amount, created: instant, tags: list };
      return expectFields(answer, answer.body, { key, status: saleStatus }, { ...people, ...rest });
    },
  ),
  reference("SAL-02", "The time of the last change is `modifed`; `modified` is read too.", async ({ buyer, get }) => {
    const answer = await get(`/payment/${(await buyer.shared()).key}`);
    const modified = fieldOf(answer.body, "modifed") ?? fieldOf(answer.body, "modified");
    expectShape(answer, instant, modified, "modifed");
    return undefined;
  }),
  extension(
    "SAL-03",
    "A sale also has `modified` `tax` `savings` `answers` `guests` `acceptedTerms`.",
    async ({ buyer, get }) => {
      const answer = await get(`/payment/${(await buyer.shared()).key}`);
      return expectExtensionFields(answer, answer.body, {
        tax: amount,
        modified: instant,
        savings: list,
        answers: list,
        guests: list,
        acceptedTerms: maybe(object),
      });
    },
  ),
  extension("SAL-04", "A sale is read by number only by users who manage.", async ({ buyer, get }) => {
    const { key: made } = await buyer.shared();
    const number = idOf(fieldOf((await get(`/payment/${made}`)).body, "id"));
    if (number === undefined) throw new NotApplicable("extension not offered: a sale has no number");
    const answer = await get(`/payment/${number}`);
    if (answer.status === 404) throw new NotApplicable("this user does not manage, and gets 404");
    expectStatus(answer, 200);
    expect(fieldOf(answer.body, "key") === made, answer, `key ${made}`, fieldOf(answer.body, "key"));
    return undefined;
  }),
  reference("SAL-05", "A paid sale has an admission for each ticket.", async ({ buyer }) => {
    const { answer } = await buyer.paidSale();
    const admissions = idsOf(fieldOf(answer.body, "admissions"));
    expect(admissions.length === 1, answer, "one admission", fieldOf(answer.body, "admissions"));
    return undefined;
  }),
  reference("SAL-06", "The transactions of a paid sale can be read.", async ({ buyer }) => {
    const { answer } = await buyer.paidSale();
    const transactions = fieldOf(answer.body, "transactions");
    if (transactions === undefined) return "absent: transactions";
    expect(Array.isArray(transactions) && transactions.length > 0, answer, "a transaction", transactions);
    return undefined;
  }),
  extension(
    "SAL-07",
    "A paid sale has a `reference`, which all sales of its payment share, and `venue` `eventDates` `ageLimit` `refundPolicy`.",
    async ({ buyer, get }) => {
      const { answer, key: made } = await buyer.paidSale();
      const remark = expectExtensionFields(answer, answer.body, {
        ...{ reference: z.string().regex(/^[2-9B-DF-HJ-NP-TV-XZ]{6}$/), venue: ref, eventDates: list },
        ...{ ageLimit: maybe(z.string()), refundPolicy: maybe(object) },
      });
      const [reference, cart] = ["reference", "cartId"].map((name) => fieldOf(answer.body, name));
      const again = await get(`/cart/${cart}`);
      const sales = fieldOf(again.body, "sales");
      const same = Array.isArray(sales) ? sales.find((sale) => fieldOf(sale, "key") === made) : undefined;
      expect(fieldOf(same, "reference") === reference, again, `the reference ${reference}`, same);
      return remark;
    },
  ),
  reference(
    "SAL-10",
    "`PUT /order/{key}/data` changes what is named of the buyer's details.",
    async ({ buyer, write, get }) => {
      const { key: made } = await buyer.paidSale();
      const changed = await write("PUT", `/order/${made}/data`, { PHONE: "+64 3 555 0199" });
      expectSuccess(changed);
      const answer = await get(`/payment/${made}`);
      const data = fieldOf(answer.body, "data");
      const isChanged = fieldOf(data, "PHONE") === "+64 3 555 0199" && fieldOf(data, "LAST_NAME") === "Check";
      expect(isChanged, answer, "another PHONE and the same LAST_NAME", data);
      return undefined;
    },
  ),
  extension(
    "SAL-11",
    "The buyer's details cannot be changed in this way while the sale is unpaid.",
    async ({ buyer, write }) => {
      const { key: made } = await buyer.reserveAndLock();
      const answer = await write("PUT", `/order/${made}/data`, { PHONE: "+64 3 555 0199" });
      if (!isRefusal(answer)) throw new NotApplicable("extension not offered: unpaid sales change too");
      return undefined;
    },
  ),
  reference(
    "SAL-12",
    "`GET /order/{key}/sendEmail` is refused while the sale is unpaid, or while no ticket is ready because guest details are missing.",
    async ({ buyer, get, writes }) => {
      if (!writes) throw new NotApplicable("it needs --writes");
      const { key: made } = await buyer.shared();
      const answer = await get(`/order/${made}/sendEmail`);
      expect(isRefusal(answer), answer, "a refusal for an unpaid sale", answer.body);
      return undefined;
    },
  ),
  extension(
    "SAL-13",
    "It sends the tickets of every paid sale of the cart again, at most five times an hour. A service without a mail server refuses it.",
    async ({ buyer, get }) => {
      const { key: made } = await buyer.paidSale();
      const answer = await get(`/order/${made}/sendEmail`);
      if (isRefusal(answer)) throw new NotApplicable("extension not offered: the service sends no mail");
      expectSuccess(answer);
      return undefined;
    },
  ),
  extension(
    "SAL-14",
    "`POST /order/findByEmail` `{ email, language, messages }` sends a message with the orders of an address to this address. The answer does not say whether there are any.",
    async ({ write }) => {
      const ask = (email: string) => write("POST", "/order/findByEmail", { email });
      const answer = await ask(BUYER.EMAIL);
      if (answer.status === 404) throw new NotApplicable("extension not offered: there is no such call");
      expectSuccess(answer);
      const other = await ask("unknown@example.com");
      expect(other.text === answer.text, other, "the same answer for an address without orders", other.body);
      return undefined;
    },
  ),
  extension(
    "SAL-15",
    "`POST /admission/{id}/sendEmail` `{ email, language }` sends a guest the link to this ticket alone, for a sale whose lock named a storefront. An `email` that is not one address is 400.",
    async ({ buyer, write, get }) => {
      buyer.creditCard("good");
      const reserved = await buyer.reserveAndLock();
      expectSuccess(await buyer.pay(reserved, "good"));
      const sale = await get(`/payment/${reserved.key}`);
      const [admission] = idsOf(fieldOf(sale.body, "admissions"));
      const send = (email: string) =>
        write("POST", `/admission/${admission}/sendEmail`, { email }, { headers: { "sale-key": reserved.key } });
      const sent = await send(BUYER.EMAIL);
      requireOffered(sent);
      if (!isRefusal(sent)) expectSuccess(sent);
      expectStatus(await send(`${BUYER.EMAIL}, ${BUYER.EMAIL}`), 400);
      return undefined;
    },
  ),
];
