import {
  expect,
  expectExtensionFields,
  expectFields,
  expectShape,
  expectStatus,
  requireOffered,
} from "#test/conformance/expect.ts";
import { expectSuccess } from "#test/conformance/once.ts";
import {
  amount,
  count,
  exact,
  fieldOf,
  flag,
  idOf,
  instant,
  key,
  list,
  maybe,
  numberOf,
  object,
  ref,
  text,
} from "#test/conformance/shapes.ts";
import { extension, reference, type Statement } from "#test/conformance/statement.ts";
import { NotApplicable } from "#test/conformance/verdict.ts";

/** Far below the smallest unit of any currency: sums of decimals are not exact. */
const SAME = 0.0001;

export const RESERVATION_CALL_STATEMENTS: readonly Statement[] = [
  reference(
    "RES-12",
    "`boxOffice` and `layby` may be `false` (Foyer's service takes `false` only for `layby`).",
    async ({ buyer }) => {
      const { event, ticketType, quantity } = await buyer.place();
      const body = { event, tickets: [{ ticketType, quantity }], boxOffice: false, layby: false };
      expectSuccess(await buyer.tryReserve(body));
      return undefined;
    },
  ),
  extension("RES-13", "`replaces` has keys of this cart that are released with success.", async ({ buyer, get }) => {
    const first = await buyer.reserve();
    const second = await buyer.reserve({ multiOrderKey: first.cart, replaces: [first.key] });
    const cart = await get(`/cart/${first.cart}`);
    const sales = fieldOf(cart.body, "sales");
    if (Array.isArray(sales) && sales.length === 2) throw new NotApplicable("extension not offered: it was ignored");
    expect(fieldOf(sales, 0, "key") === second.key, cart, `the sale ${second.key} alone`, sales);
    return undefined;
  }),
  extension("RES-14", "`source: { ref, utm }` says where the buyer came from.", async ({ buyer }) => {
    const { event, ticketType, quantity } = await buyer.place();
    const source = { ref: "conformance", utm: { campaign: "conformance" } };
    const answer = await buyer.tryReserve({ event, tickets: [{ ticketType, quantity }], source });
    if (answer.status === 400) throw new NotApplicable("extension not offered: the field is refused");
    expectSuccess(answer);
    return undefined;
  }),
  reference(
    "RES-15",
    "`GET /reservation/{key}` answers the same, with `layby` and `paymentSchedule`, and `link` as a reference.",
    async ({ buyer, get }) => {
      const reserved = await buyer.shared();
      const answer = await get(`/reservation/${reserved.key}`);
      expectStatus(answer, 200);
      const optional = {
        link: maybe(ref.or(text)),
        layby: flag,
        paymentSchedule: list,
        expiry: instant,
        invoice: object,
      };
      const remark = expectFields(answer, answer.body, { key, multiSaleKey: key }, optional);
      expect(fieldOf(answer.body, "key") === reserved.key, answer, `key ${reserved.key}`, fieldOf(answer.body, "key"));
      return remark;
    },
  ),
  extension(
    "RES-16",
    "The reference to a sale has its `key` beside `id`, `name` and `link`.",
    async ({ buyer, get }) => {
      const answer = await get(`/reservation/${(await buyer.shared()).key}`);
      const link = fieldOf(answer.body, "link");
      if (idOf(link) === undefined || typeof link !== "object")
        throw new NotApplicable("extension not offered: another link");
      expectShape(answer, exact.saleRef, link, "link");
      return undefined;
    },
  ),
  reference(
    "RES-17",
    "`DELETE /reservation/{key}`: the reservation no longer exists.",
    async ({ buyer, get, write }) => {
      const { key: made } = await buyer.reserve();
      expectSuccess(await write("DELETE", `/reservation/${made}`));
      const answer = await get(`/reservation/${made}`);
      const state = fieldOf(answer.body, "status");
      const isLive = answer.status === 200 && state !== undefined && ["RESERVED", "LOCKED"].includes(String(state));
      const isUnnamed =
        answer.status === 200 && state === undefined && numberOf(fieldOf(answer.body, "expirySeconds")) !== 0;
      expect(
        !isLive && !(isUnnamed && fieldOf(answer.body, "successful") !== false),
        answer,
        "no reservation",
        answer.body,
      );
      return undefined;
    },
  ),
  reference("RES-18", "The places of a released reservation are free at once.", async ({ buyer, get, write }) => {
    const { eventDate } = await buyer.place();
    const read = async () => numberOf(fieldOf((await get(`/eventDate/${eventDate}`)).body, "ticketsAvailable"));
    const { key: made, answer } = await buyer.reserve();
    const reserved = await read();
    if (reserved === undefined) throw new NotApplicable("the date does not say how many are available");
    expectSuccess(await write("DELETE", `/reservation/${made}`));
    const after = await read();
    expect(after !== undefined && after > reserved, answer, `more than ${reserved} places after the release`, after);
    return undefined;
  }),
  extension(
    "RES-19",
    "`POST /quote` answers the price of a selection beside a cart, and takes nothing.",
    async ({ buyer, write, catalogue, get }) => {
      const { event, ticketType, quantity } = await buyer.place();
      const available = async () => fieldOf((await get(`/ticketType/${ticketType}`)).body, "available");
      const before = await available();
      const answer = await write("POST", "/quote", { event, tickets: [{ ticketType, quantity }] });
      requireOffered(answer);
      expectSuccess(answer);
      const remark = expectExtensionFields(answer, answer.body, {
        subtotal: amount,
        total: amount,
        savings: list,
      });
      expect((await available()) === before, await catalogue.login(), `${before} places as before`, await available());
      return remark;
    },
  ),
  reference("RES-20", "A reservation has an expiry in the future.", async ({ buyer, get }) => {
    const { cart } = await buyer.shared();
    const answer = await get(`/cart/${cart}`);
    const seconds = numberOf(expectShape(answer, count, fieldOf(answer.body, "expirySeconds"), "expirySeconds")) ?? 0;
    expect(seconds > 0, answer, "more than 0 seconds", seconds);
    return undefined;
  }),
  reference(
    "RES-21",
    "Price and fee are separate amounts of one ticket, and the total of a cart has both.",
    async ({ buyer, get }) => {
      const { ticketType } = await buyer.place();
      const answer = await get(`/ticketType/${ticketType}`);
      const [price = 0, fee = 0] = ["price", "fee"].map((name) => numberOf(fieldOf(answer.body, name)));
      const total = await buyer.amountOf((await buyer.reserve()).cart);
      const isDiscounted = total < price + fee - SAME && (fee === 0 || Math.abs(total - price) > SAME);
      if (isDiscounted) throw new NotApplicable(`a discount applies: ${total} of ${price + fee}`);
      expect(Math.abs(total - price - fee) < SAME, answer, `a cart of ${price} and ${fee}`, total);
      return undefined;
    },
  ),
];
