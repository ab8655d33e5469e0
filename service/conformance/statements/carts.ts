import { z } from "zod";
import type { Answer } from "#conformance/expect.ts";
import {
  amount,
  count,
  expect,
  expectShape,
  expectStatus,
  expectSuccess,
  fieldOf,
  id,
  instant,
  key,
  list,
  NotApplicable,
  notOffered,
  numberOf,
  ref,
  requireOffered,
  saleStatus,
} from "#conformance/expect.ts";
import type { Kit } from "#conformance/kit.ts";
import { extension, reference, type Statement, shape } from "#conformance/statement.ts";

/** Far below the smallest unit of any currency: sums of decimals are not exact. */
const SAME = 0.0001;
const unusedCart = z.union([key, z.looseObject({ key })], "expected a cart id, bare or as `key`");

/** Reads the cart that checks share, or the part of it at a path. */
async function readCart({ buyer, get }: Kit, ...path: readonly (string | number)[]) {
  const answer = await get(`/cart/${(await buyer.shared()).cart}`);
  expectStatus(answer, 200);
  const value = fieldOf(answer.body, ...path);
  if (value === undefined) throw notOffered(`a cart without ${path.join(".")}`);
  return { answer, value };
}

/** Returns the id of a new cart in an answer, which is an object or the bare text. */
export function newCartIn({ body, text }: Answer): string {
  return String(fieldOf(body, "key") ?? body ?? text.trim());
}

export const CART_STATEMENTS: readonly Statement[] = [
  reference(
    "CAR-01",
    "`GET /cart` answers the id of an unused cart, bare or as `{ key }`.",
    async ({ get, writes }) => {
      if (!writes) throw new NotApplicable("it needs --writes: the call makes a cart");
      const answer = await get("/cart/");
      expectStatus(answer, 200);
      expectShape(answer, unusedCart, newCartIn(answer));
    },
  ),
  ...shape("CAR-03", {
    what: "`GET /cart/{key}`",
    read: (kit) => readCart(kit),
    required: { total: amount, sales: list, expirySeconds: count.refine((seconds) => Number(seconds) > 0) },
    optional: { key, gst: amount },
    extensions: { expiry: instant, savings: list, codes: list, advice: list },
  }),
  ...shape("CAR-05", {
    what: "A sale of a cart",
    read: (kit) => readCart(kit, "sales", 0),
    extensions: {
      key,
      status: saleStatus,
      id,
      event: ref,
      venue: ref,
      eventDates: list,
      total: amount,
      expiry: instant,
      items: list,
    },
  }),
  ...shape("CAR-25", {
    what: "A line of a sale",
    read: (kit) => readCart(kit, "sales", 0, "items", 0),
    extensions: {
      ticketType: ref,
      eventDate: ref,
      venueSection: ref,
      quantity: count,
      savings: list,
      price: amount,
      fee: amount,
      total: amount,
      totalAfterSavings: amount,
    },
  }),
  extension(
    "CAR-22",
    "`PUT /cart/{key}/codes` gives a cart other codes; its tickets stay reserved and are priced again.",
    async ({ buyer, write, get }) => {
      const { cart, key: made } = await buyer.reserve();
      const answer = await write("PUT", `/cart/${cart}/codes`, { bookingCode: "CONFORMANCE" });
      requireOffered(answer);
      expectSuccess(answer);
      expectShape(answer, list, fieldOf(answer.body, "codes"), "codes");
      expectStatus(await get(`/reservation/${made}`), 200);
    },
  ),
  extension(
    "CAR-23",
    "`POST /cart/{key}/voucher` answers what a voucher could pay; it takes nothing.",
    async ({ buyer, write }) => {
      const { cart } = await buyer.reserve();
      const answer = await write("POST", `/cart/${cart}/voucher`, { code: "CONF-ORMA-NCE0-0000" });
      requireOffered(answer);
      const code = fieldOf(answer.body, "errors", 0, "code");
      expect(code === "VOUCHER_NOT_VALID", answer, "VOUCHER_NOT_VALID for an unknown voucher", code);
    },
  ),
  extension("CAR-24", "The total of a cart is the sum of its sales.", async ({ buyer, get }) => {
    const first = await buyer.reserve();
    await buyer.reserve({ multiOrderKey: first.cart });
    const answer = await get(`/cart/${first.cart}`);
    const sales = list.safeParse(fieldOf(answer.body, "sales")).data ?? [];
    const totals = sales.map((sale) => numberOf(fieldOf(sale, "total")));
    if (totals.includes(undefined)) throw notOffered("sales without total");
    const sum = totals.reduce<number>((all, one) => all + (one ?? 0), 0);
    const total = numberOf(fieldOf(answer.body, "total")) ?? 0;
    expect(Math.abs(sum - total) < SAME, answer, `a total of ${sum}`, total);
  }),
  reference(
    "RES-21",
    "Price and fee are separate amounts of one ticket, and the total of a cart has both.",
    async ({ buyer, get }) => {
      const answer = await get(`/ticketType/${(await buyer.place()).ticketType}`);
      const [price = 0, fee = 0] = ["price", "fee"].map((name) => numberOf(fieldOf(answer.body, name)));
      const total = await buyer.amountOf((await buyer.reserve()).cart);
      const isDiscounted = total < price + fee - SAME && (fee === 0 || Math.abs(total - price) > SAME);
      if (isDiscounted) throw new NotApplicable(`a discount applies: ${total} of ${price + fee}`);
      expect(Math.abs(total - price - fee) < SAME, answer, `a cart of ${price} and ${fee}`, total);
    },
  ),
  extension("CAR-26", "A cart that does not exist gets 404.", async ({ get }) => {
    const answer = await get("/cart/CONFORMANCE");
    if (answer.status === 200) throw notOffered("an unknown cart is an empty one");
    expectStatus(answer, 404);
  }),
];
