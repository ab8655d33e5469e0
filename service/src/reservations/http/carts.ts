import { z } from "zod";
import { answer, declareCall, missing } from "#src/platform/http/call.ts";
import { row } from "#src/platform/http/error-rows.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { currency, toCurrency } from "#src/platform/http/shapes.ts";
import { splitCodes } from "#src/pricing/domain/code.ts";
import { bookingCode, codeAnswer, saving, toCodeAnswer, toSaving } from "#src/pricing/http/code-shapes.ts";
import type { Cart } from "#src/reservations/domain/cart.ts";
import { adviseOpenCart } from "#src/reservations/use-cases/advise.ts";
import { type CartOutcome, extendCart, getCart, newCart, unlockCart } from "#src/reservations/use-cases/carts.ts";
import { changeBuyer } from "#src/reservations/use-cases/change-buyer.ts";
import { lockCart } from "#src/reservations/use-cases/lock-cart.ts";
import { type CartLosses, findLosses } from "#src/reservations/use-cases/losses.ts";
import { isTooLateToBegin } from "#src/reservations/use-cases/reserve/reserve.ts";
import { setCartCodes } from "#src/reservations/use-cases/set-cart-codes.ts";
import { answersRefused, type BuyerBodies, buyerOf, lockInputOf } from "./buyer-body.ts";
import { advice, toAdvice } from "./quote.ts";
import { busy, cartRefused, lockRefused, no, verdict, YES } from "./refusals.ts";
import { cartSale, keyParams, toCartSale, toInstant } from "./sale-shapes.ts";

const cart = named(
  "Cart",
  z.object({
    key: z.string(),
    total: currency,
    gst: currency,
    savings: z.array(saving),
    codes: z.array(codeAnswer),
    advice: z.array(advice),
    sales: z.array(cartSale),
    expiry: z.string().nullable(),
    expirySeconds: z.int(),
  }),
);

const changed = z.object({ ...verdict, key: z.string().optional(), expirySeconds: z.int().optional() });

const make = declareCall({
  method: "GET",
  path: "/cart",
  summary: "Create a cart and get its key",
  access: ["PUBLIC", "BOX_OFFICE"],
  answer: z.object({ key: z.string() }),
  handle: async ({ runtime, caller }) =>
    isTooLateToBegin(runtime) ? busy() : answer({ key: await newCart(runtime, caller) }),
});

const read = declareCall({
  method: "GET",
  path: "/cart/{key}",
  summary: "Read a cart: its sales, the amount due, and the time left",
  access: ["PUBLIC", "BOX_OFFICE", "MANAGE"],
  params: keyParams,
  answer: cart,
  async handle({ runtime, caller, params }) {
    const found = await getCart(runtime, caller, params.key);
    if (found === undefined) return missing("key", "cart");
    const advised = await adviseOpenCart(runtime, caller, found);
    const losses = await findLosses(runtime, caller, found);
    return answer({ ...toCart(found, losses), advice: advised.map((one) => toAdvice(one, found.total.currency)) });
  },
});

const lockCall = (body: BuyerBodies["lock"]) =>
  declareCall({
    method: "POST",
    path: "/cart/{key}/lock",
    summary: "Set the buyer's details and lock the cart for payment",
    access: ["PUBLIC", "BOX_OFFICE"],
    params: keyParams,
    body,
    answer: changed,
    async handle({ runtime, caller, params, body }) {
      const outcome = await lockCart(runtime, caller, { cartKey: params.key }, buyerOf(body), lockInputOf(body));
      return outcome.ok ? replyWithTime(params.key, outcome) : lockRefused(outcome, "cart");
    },
  });

const unlock = declareCall({
  method: "POST",
  path: "/cart/{key}/unlock",
  summary: "Unlock the cart after a failed payment, so that the buyer can change it",
  access: ["PUBLIC", "BOX_OFFICE"],
  params: keyParams,
  answer: changed,
  handle: async ({ runtime, caller, params }) =>
    replyWithTime(params.key, await unlockCart(runtime, caller, { cartKey: params.key })),
});

const extend = declareCall({
  method: "POST",
  path: "/cart/{key}/extend",
  summary: "Extend the reservations to their full time from now, up to the ceiling",
  access: ["PUBLIC", "BOX_OFFICE"],
  params: keyParams,
  answer: changed,
  handle: async ({ runtime, caller, params }) =>
    replyWithTime(params.key, await extendCart(runtime, caller, { cartKey: params.key })),
});

function replyWithTime(key: string, outcome: CartOutcome) {
  if (!outcome.ok) return cartRefused(outcome.refusal, "cart");
  return answer({ ...YES, key, expirySeconds: outcome.secondsLeft });
}

function toCart(found: Cart, losses: CartLosses): Omit<z.input<typeof cart>, "advice"> {
  const { currency } = found.total;
  return {
    key: found.key,
    total: toCurrency(found.total),
    gst: toCurrency(found.tax),
    savings: found.savings.map((one) => toSaving(one, currency)),
    codes: found.codes.map((one) => toCodeAnswer(one, currency)),
    sales: found.sales.map((sale) => toCartSale(sale, losses)),
    expiry: found.expiresAt === undefined ? null : toInstant(found.expiresAt),
    expirySeconds: found.secondsLeft,
  };
}

export const UNPAID = "The sale is not paid. Pay first.";

const changeBuyerCall = (body: BuyerBodies["change"]) =>
  declareCall({
    method: "PUT",
    path: "/order/{key}/data",
    summary: "Change the buyer's details after the sale. Only the named fields change",
    access: ["PUBLIC", "BOX_OFFICE", "MANAGE"],
    params: keyParams,
    body,
    answer: z.object(verdict),
    async handle({ runtime, caller, params, body }) {
      const outcome = await changeBuyer(runtime, caller, params.key, buyerOf(body));
      if (outcome.ok) return answer(YES);
      if (outcome.refusal === "no_such_thing") return missing("key", "sale");
      if (outcome.refusal === "answers_refused") return answersRefused(outcome.problems);
      return answer(no([row("", "not_paid", UNPAID)]));
    },
  });

const changeCodes = declareCall({
  method: "PUT",
  path: "/cart/{key}/codes",
  summary: "Replace the codes of a cart. Its tickets stay reserved and are priced again",
  access: ["PUBLIC", "BOX_OFFICE"],
  params: keyParams,
  body: z.strictObject({ bookingCode }),
  answer: z.object({ ...verdict, codes: z.array(codeAnswer).optional() }),
  async handle({ runtime, caller, params, body }) {
    const outcome = await setCartCodes(runtime, caller, params.key, splitCodes(body.bookingCode));
    if (outcome.ok) {
      return answer({ ...YES, codes: outcome.codes.map((one) => toCodeAnswer(one, outcome.currency)) });
    }
    if (outcome.refusal !== "code_required") return cartRefused(outcome.refusal, "cart");
    const message =
      "The cart has tickets that need a code which is not among these. Keep the code, or release the tickets.";
    const rows = (outcome.ticketTypeIds ?? []).map((ticketType) => {
      return { ...row("bookingCode", "code_required", message), ticketType };
    });
    return answer(no(rows));
  },
});

/** Returns the calls of a cart, and the change of its buyer, with the bodies that the service accepts about a buyer. */
export function cartCalls(bodies: BuyerBodies) {
  return [make, read, lockCall(bodies.lock), unlock, extend, changeCodes, changeBuyerCall(bodies.change)];
}
