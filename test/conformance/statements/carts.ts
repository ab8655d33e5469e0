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
  count,
  exact,
  fieldOf,
  id,
  instant,
  key,
  list,
  numberOf,
  ref,
  saleStatus,
  text,
} from "#test/conformance/shapes.ts";
import { extension, notCheckable, reference, type Statement } from "#test/conformance/statement.ts";
import { NotApplicable } from "#test/conformance/verdict.ts";

const unusedCart = z.union([key, z.looseObject({ key })], "expected a cart id, bare or as `key`");

/** Returns the key of a new cart. */
const keyOf = (body: unknown): string => String(typeof body === "object" ? fieldOf(body, "key") : body);

export const CART_STATEMENTS: readonly Statement[] = [
  reference("CAR-01", "`GET /cart` answers the id of an unused cart.", async ({ get, writes }) => {
    if (!writes) throw new NotApplicable("it needs --writes: the call makes a cart");
    const answer = await get("/cart/");
    expectStatus(answer, 200);
    const bare = answer.body === undefined ? answer.text.trim() : answer.body;
    expectShape(answer, unusedCart, typeof bare === "number" ? String(bare) : bare);
    return undefined;
  }),
  extension("CAR-02", "The id is `{ key }`, which the storefront also reads as bare text.", async ({ get, writes }) => {
    if (!writes) throw new NotApplicable("it needs --writes: the call makes a cart");
    const answer = await get("/cart/");
    if (fieldOf(answer.body, "key") === undefined) throw new NotApplicable("extension not offered: a bare id");
    expectShape(answer, key, keyOf(answer.body), "key");
    return undefined;
  }),
  reference(
    "CAR-03",
    "`GET /cart/{key}` answers `key`, `total`, `gst` (the tax inside it), `sales` and `expirySeconds`.",
    async ({ buyer, get }) => {
      const answer = await get(`/cart/${(await buyer.shared()).cart}`);
      expectStatus(answer, 200);
      return expectFields(
        answer,
        answer.body,
        { total: amount, sales: list },
        { key, gst: amount, expirySeconds: count },
      );
    },
  ),
  extension("CAR-04", "A cart also answers `expiry`, `savings`, `codes` and `advice`.", async ({ buyer, get }) => {
    const answer = await get(`/cart/${(await buyer.shared()).cart}`);
    return expectExtensionFields(answer, answer.body, {
      expiry: instant,
      savings: list,
      codes: list,
      advice: list,
    });
  }),
  reference("CAR-05", "Each sale of a cart can be read: its `key` and its `status`.", async ({ buyer, get }) => {
    const { cart, key: made } = await buyer.shared();
    const answer = await get(`/cart/${cart}`);
    const sale = fieldOf(answer.body, "sales", 0);
    const remark = expectFields(answer, sale, { key }, { status: saleStatus });
    expect(fieldOf(sale, "key") === made, answer, `the sale ${made}`, fieldOf(sale, "key"));
    return remark;
  }),
  extension(
    "CAR-06",
    "Each sale of a cart also has `id`, `event`, `venue`, `eventDates`, `total`, `expiry` and `items`.",
    async ({ buyer, get }) => {
      const answer = await get(`/cart/${(await buyer.shared()).cart}`);
      const own = { id, event: ref, venue: ref, eventDates: list };
      return expectExtensionFields(answer, fieldOf(answer.body, "sales", 0), {
        ...own,
        ...{ total: amount, expiry: instant, items: list },
      });
    },
  ),
  reference(
    "CAR-07",
    "`POST /cart/{key}/lock` takes the buyer's details, as for a reservation, and locks every reserved sale.",
    async ({ buyer, write, get }) => {
      const first = await buyer.reserve();
      const second = await buyer.reserve({ multiOrderKey: first.cart });
      expectSuccess(await write("POST", `/cart/${first.cart}/lock`, BUYER));
      for (const made of [first.key, second.key]) {
        const answer = await get(`/payment/${made}`);
        expect(fieldOf(answer.body, "status") === "LOCKED", answer, "status LOCKED", fieldOf(answer.body, "status"));
      }
      return undefined;
    },
  ),
  reference("CAR-08", "A lock needs `FIRST_NAME`, `LAST_NAME` and `EMAIL`.", async ({ buyer, write }) => {
    const { cart } = await buyer.reserve();
    for (const missing of ["FIRST_NAME", "LAST_NAME", "EMAIL"]) {
      const answer = await write("POST", `/cart/${cart}/lock`, { ...BUYER, [missing]: undefined });
      expect(isRefusal(answer), answer, `a refusal without ${missing}`, answer.body);
    }
    return undefined;
  }),
  reference("CAR-09", "`POST /cart/{key}/unlock` follows a payment that failed.", async ({ buyer, write }) => {
    const { cart } = await buyer.reserveAndLock();
    expectSuccess(await write("POST", `/cart/${cart}/unlock`));
    return undefined;
  }),
  extension(
    "CAR-10",
    "Lock, unlock and extension answer `successful`, `messages`, `errors` and `expirySeconds`.",
    async ({ buyer, write }) => {
      const { cart } = await buyer.reserve();
      const answer = await write("POST", `/cart/${cart}/lock`, BUYER);
      if (fieldOf(answer.body, "errors") === undefined)
        throw new NotApplicable("extension not offered: another answer");
      expectShape(answer, exact.verdict);
      return expectExtensionFields(answer, answer.body, { expirySeconds: count });
    },
  ),
  extension(
    "CAR-20",
    "`POST /cart/{key}/extend`: 15 minutes from now, at most 3 hours after the reservation was made.",
    async ({ buyer, write }) => {
      const { cart } = await buyer.reserve();
      const answer = await write("POST", `/cart/${cart}/extend`);
      requireOffered(answer);
      expectSuccess(answer);
      expectShape(answer, count, fieldOf(answer.body, "expirySeconds"), "expirySeconds");
      return undefined;
    },
  ),
  extension(
    "CAR-21",
    "An extension beyond the ceiling is refused: `CEILING_REACHED`.",
    notCheckable("the ceiling is hours away"),
  ),
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
      return undefined;
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
      return undefined;
    },
  ),
  extension("CAR-24", "The total of a cart is the sum of its sales.", async ({ buyer, get }) => {
    const first = await buyer.reserve();
    await buyer.reserve({ multiOrderKey: first.cart });
    const answer = await get(`/cart/${first.cart}`);
    const totals = (list.safeParse(fieldOf(answer.body, "sales")).data ?? []).map((sale) =>
      numberOf(fieldOf(sale, "total")),
    );
    if (totals.some((one) => one === undefined)) throw new NotApplicable("extension not offered: sales without total");
    const sum = totals.reduce<number>((all, one) => all + (one ?? 0), 0);
    const total = numberOf(fieldOf(answer.body, "total")) ?? 0;
    expect(Math.abs(sum - total) < 0.0001, answer, `a total of ${sum}`, total);
    return undefined;
  }),
  extension(
    "CAR-25",
    "A line has `ticketType` `eventDate` `venueSection` `quantity` `price` `fee` (of one ticket) `total` `savings` `totalAfterSavings`.",
    async ({ buyer, get }) => {
      const answer = await get(`/cart/${(await buyer.shared()).cart}`);
      const line = fieldOf(answer.body, "sales", 0, "items", 0);
      if (line === undefined) throw new NotApplicable("extension not offered: sales without items");
      const refs = { ticketType: ref, eventDate: ref, venueSection: ref, quantity: count };
      const amounts = { price: amount, fee: amount, total: amount, totalAfterSavings: amount };
      return expectExtensionFields(answer, line, { ...refs, ...amounts, savings: list });
    },
  ),
  extension("CAR-26", "A cart that does not exist gets 404.", async ({ get }) => {
    const answer = await get("/cart/CONFORMANCE");
    if (answer.status === 200) throw new NotApplicable("extension not offered: an unknown cart is an empty one");
    expectStatus(answer, 404);
    expectShape(answer, text, fieldOf(answer.body, "errors", 0, "code") ?? "", "code");
    return undefined;
  }),
];
