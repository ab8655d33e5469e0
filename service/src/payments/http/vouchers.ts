import { z } from "zod";
import { METHOD_NAMES } from "#src/payments/domain/payment.ts";
import { formatVoucherCode, VOUCHER_STATES, type Voucher, type VoucherMovement } from "#src/payments/domain/voucher.ts";
import { listPaymentMethods } from "#src/payments/use-cases/payment-methods.ts";
import {
  changeVoucher,
  createVoucher,
  getVoucher,
  listVouchers,
  lookUpVoucher,
} from "#src/payments/use-cases/vouchers.ts";
import { formatInstant } from "#src/platform/domain/venue-time.ts";
import { answer, type Call, declareCall, missing, refuse } from "#src/platform/http/call.ts";
import { row } from "#src/platform/http/error-rows.ts";
import { instant, price, readAmounts } from "#src/platform/http/fields.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { declareRead, declareSwitch } from "#src/platform/http/resource-calls.ts";
import { created, currency, id, idParams, pageOf, paging, toCurrency, totalHeader } from "#src/platform/http/shapes.ts";
import { no, verdict, YES } from "#src/reservations/http/refusals.ts";
import { keyParams, toInstant } from "#src/reservations/http/sale-shapes.ts";
import { declarePaymentCall, meansRefusedRow, voucherCode } from "./payment-body.ts";

const voucher = named(
  "Voucher",
  z.object({
    id,
    /** In groups of four. Anyone with the code can spend the balance. */
    code: z.string(),
    initialValue: currency,
    /** Its initial value and all its movements. */
    balance: currency,
    /** What a payment could take now: after its end only what came back since, each part until its own end. */
    spendable: currency,
    expiresAt: z.string().nullable(),
    state: z.enum(VOUCHER_STATES),
  }),
);

const movement = named(
  "VoucherMovement",
  z.object({
    /** Negative when a payment took it, positive when a payment that failed returned it. */
    amount: currency,
    cartId: z.string(),
    created: z.string(),
    /** The new voucher that got it: the number of `GET /voucher/{id}`. */
    movedTo: id.optional(),
  }),
);

export const VOUCHER_CALLS = [
  declarePaymentCall({
    method: "POST",
    path: "/voucher",
    isExtension: true,
    summary: "Make a voucher of this value in the account's currency, with a code that the service draws",
    access: ["MANAGE"],
    body: z.strictObject({ amount: price.gt(0), expiresAt: instant.optional() }),
    answer: created.extend({ code: z.string() }),
    handle: async ({ runtime, caller, body: { amount, expiresAt } }) => {
      const read = readAmounts({ amount }, caller.account.currency);
      if (!read.ok) return read.reply;
      const made = await createVoucher(runtime, caller, { value: read.amount, expiresAt });
      return answer({ successful: true as const, id: made.id, code: formatVoucherCode(made.code) });
    },
  }),
  declareRead({
    path: "/voucher/{id}",
    isExtension: true,
    summary:
      "A voucher, its balance, and every payment that took from it or returned to it, with the new voucher that got what came back",
    access: ["MANAGE"],
    answer: voucher.extend({ movements: z.array(movement) }),
    thing: "voucher",
    find: getVoucher,
    show: ({ voucher, movements }) => ({ ...toVoucher(voucher), movements: movements.map(toMovement) }),
  }),
  declareSwitch({
    path: "/voucher/{id}/enable",
    isExtension: true,
    flag: "enabled",
    summary: "Let a voucher be spent, or no longer",
    change: changeVoucher,
  }),
  declareCall({
    method: "GET",
    path: "/account/{id}/vouchers",
    isExtension: true,
    summary: "The account's vouchers with their balances, the newest first",
    access: ["MANAGE"],
    params: idParams,
    query: z.strictObject(paging),
    answer: z.object({ vouchers: z.array(voucher) }),
    handle: async ({ runtime, caller, query }) => {
      const { things, total } = await listVouchers(runtime, caller, pageOf(query));
      return answer({ vouchers: things.map(toVoucher) }, totalHeader(total));
    },
  }),
  declareCall({
    method: "POST",
    path: "/cart/{key}/voucher",
    isExtension: true,
    summary: "Look up what a voucher could pay for a cart; it takes nothing",
    access: ["PUBLIC", "BOX_OFFICE"],
    params: keyParams,
    body: z.strictObject({ code: voucherCode }),
    answer: z.object({ ...verdict, balance: currency.optional() }),
    handle: async ({ runtime, caller, params, body }) => {
      const looked = await lookUpVoucher(runtime, caller, params.key, body.code);
      if (looked.ok) return answer({ ...YES, balance: toCurrency(looked.balance) });
      if (looked.refusal === "no_such_thing") return missing("key", "cart");
      if (looked.refusal === "limited") {
        const tooMany = row("code", "too_many_failures", "Too many codes were tried.");
        return refuse(429, [tooMany], { "retry-after": String(looked.retryAfterSeconds) });
      }
      return answer(no([meansRefusedRow("code", looked.refusal)]));
    },
  }),
  declareCall({
    method: "GET",
    path: "/account/{id}/paymentMethods",
    isExtension: true,
    summary: "The payment methods of the calling user; VOUCHER while the account has a voucher to spend",
    access: ["PUBLIC", "BOX_OFFICE"],
    params: idParams,
    answer: z.object({ currency: z.string(), methods: z.array(z.enum(METHOD_NAMES)) }),
    handle: async ({ runtime, caller }) => {
      const methods = await listPaymentMethods(runtime, caller, METHOD_NAMES);
      return answer({ currency: caller.account.currency, methods: [...methods] });
    },
  }),
] as const satisfies readonly Call<never>[];

function toVoucher({ code, initial, balance, spendable, expiresAt, ...rest }: Voucher): z.input<typeof voucher> {
  return {
    ...rest,
    code: formatVoucherCode(code),
    initialValue: toCurrency(initial),
    balance: toCurrency(balance),
    spendable: toCurrency(spendable),
    expiresAt: expiresAt ? formatInstant(expiresAt, "UTC") : null,
  };
}

function toMovement({ amount, cartKey, createdAt, movedTo }: VoucherMovement): z.input<typeof movement> {
  const moved = { amount: toCurrency(amount), cartId: cartKey, created: toInstant(createdAt) };
  return movedTo === undefined ? moved : { ...moved, movedTo };
}
