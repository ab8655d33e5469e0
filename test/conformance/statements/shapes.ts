import { expect, expectFields, expectShape } from "#test/conformance/expect.ts";
import {
  amount,
  exact,
  fieldOf,
  id,
  instant,
  key,
  list,
  maybe,
  object,
  ref,
  refs,
  text,
} from "#test/conformance/shapes.ts";
import { extension, reference, type Statement } from "#test/conformance/statement.ts";
import { NotApplicable } from "#test/conformance/verdict.ts";

const ADDRESS = {
  ...{ streetAddress1: text, streetAddress2: text, city: text },
  ...{ postcode: text, state: text, country: text },
};

export const SHAPE_STATEMENTS: readonly Statement[] = [
  reference(
    "SHP-01",
    "A reference names a resource by its id: the storefront also reads a bare id, or a link that ends in one.",
    async ({ catalogue }) => {
      const { event, eventDate } = await catalogue.onSale();
      expectShape(event, ref, fieldOf(event.body, "venue"), "venue");
      expectShape(eventDate, maybe(ref), fieldOf(eventDate.body, "event"), "event");
      return undefined;
    },
  ),
  extension("SHP-02", "A reference is `{ id, name, link }`, a sale's with `key`.", async ({ catalogue }) => {
    const { event } = await catalogue.onSale();
    const venue = fieldOf(event.body, "venue");
    if (typeof venue !== "object" || fieldOf(venue, "id") === undefined)
      throw new NotApplicable("extension not offered: another reference");
    if (fieldOf(venue, "link") === undefined) throw new NotApplicable("extension not offered: no link");
    expectShape(event, exact.ref, venue, "venue");
    return undefined;
  }),
  reference(
    "SHP-03",
    "An amount is a number, a text, or an object: the storefront reads each, in the configured currency.",
    async ({ catalogue }) => {
      const { ticketType, event } = await catalogue.onSale();
      expectShape(ticketType, maybe(amount), fieldOf(ticketType.body, "fee"), "fee");
      expectShape(event, maybe(amount), fieldOf(event.body, "lowPrice"), "lowPrice");
      return undefined;
    },
  ),
  extension("SHP-04", 'An amount in an answer is `{ amount: 45.00, currency: "NZD" }`.', async ({ catalogue }) => {
    const { event } = await catalogue.onSale();
    const price = fieldOf(event.body, "lowPrice");
    if (typeof price !== "object" || price === null) throw new NotApplicable("extension not offered: a bare amount");
    expectShape(event, exact.amount, price, "lowPrice");
    return undefined;
  }),
  extension("SHP-05", "An amount has no more decimals than its currency.", async ({ catalogue }) => {
    const { event } = await catalogue.onSale();
    const price = exact.amount.safeParse(fieldOf(event.body, "lowPrice")).data;
    if (price === undefined) throw new NotApplicable("extension not offered: a bare amount");
    const { maximumFractionDigits = 2 } = new Intl.NumberFormat("en", {
      style: "currency",
      currency: price.currency,
    }).resolvedOptions();
    const decimals = String(price.amount).split(".")[1]?.length ?? 0;
    expect(decimals <= maximumFractionDigits, event, `at most ${maximumFractionDigits} decimals`, price);
    return undefined;
  }),
  reference(
    "SHP-06",
    "A date is ISO 8601 with an offset: `:SSS` or `.SSS`, `+1300` or `+13:00`, `Z`, or without seconds.",
    async ({ catalogue }) => {
      const { eventDate } = await catalogue.onSale();
      expectShape(eventDate, instant, fieldOf(eventDate.body, "startDate"), "startDate");
      return undefined;
    },
  ),
  reference("SHP-08", "An id is a positive whole number, or the same as text.", async ({ catalogue }) => {
    const { ticketType } = await catalogue.onSale();
    expectShape(ticketType, maybe(id), fieldOf(ticketType.body, "id"), "id");
    return undefined;
  }),
  reference("SHP-10", "The key of a sale or cart has letters, digits, `-` and `_`, at most 64.", async ({ buyer }) => {
    const { answer, cart } = await buyer.shared();
    expectShape(answer, key, cart, "multiSaleKey");
    return undefined;
  }),
  extension(
    "SHP-12",
    "A list of references is `{ refs: [...] }`; the storefront also reads a bare list.",
    async ({ catalogue }) => {
      const answer = await catalogue.events();
      expectShape(answer, refs);
      if (Array.isArray(answer.body)) throw new NotApplicable("extension not offered: a bare list");
      const [first] = list.parse(fieldOf(answer.body, "refs"));
      if (typeof first !== "object" || fieldOf(first, "id") === undefined)
        throw new NotApplicable("extension not offered: another reference");
      expectShape(answer, exact.refs);
      return undefined;
    },
  ),
  reference(
    "SHP-13",
    "An address has `streetAddress1` `streetAddress2` `city` `postcode` `state` `country`; the storefront also reads `suburb`, or one text.",
    async ({ get, catalogue }) => {
      const { event } = await catalogue.onSale();
      const venue = fieldOf(event.body, "venue");
      const answer = fieldOf(venue, "address") === undefined ? await get(`/venue/${fieldOf(venue, "id")}`) : event;
      const address = fieldOf(venue, "address") ?? fieldOf(answer.body, "address");
      if (address === undefined || address === null)
        throw new NotApplicable("the service does not say the venue's address");
      if (typeof address === "string") return undefined;
      const isObject = typeof address === "object" && !Array.isArray(address);
      expect(isObject, answer, "an address", address);
      expectFields(answer, address, {}, ADDRESS);
      return undefined;
    },
  ),
  reference(
    "SHP-14",
    "A question has `name` (the key to send) `adminName` `fieldType` `label` `inputType` `index` `child` `values` `metadata`; the storefront also reads one without all but its name.",
    async ({ catalogue }) => {
      const { answer, value: question } = await catalogue.question();
      const texts = { adminName: text, fieldType: text, label: text, inputType: text };
      return expectFields(answer, question, { name: text }, { ...texts, values: list, metadata: object });
    },
  ),
  extension("SHP-15", "A question that depends on another has `parent` and `parentAnswers`.", async ({ catalogue }) => {
    const { answer, value: question } = await catalogue.question();
    if (fieldOf(question, "parentAnswers") === undefined)
      throw new NotApplicable("extension not offered: no parentAnswers");
    expectFields(answer, question, { parentAnswers: list, parent: maybe(text) });
    return undefined;
  }),
];
