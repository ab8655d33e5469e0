import "server-only";

import { z } from "zod";
import type { PaymentRefusal, SalesPaid } from "#lib/ticketing/model/cart.ts";
import { refused } from "#lib/ticketing/wire/purchase/refusals.ts";
import { absent, key, optional } from "#lib/ticketing/wire/shapes.ts";

/** The outcome of a pay call. With `not_known` and `read_back` the sales must be read to learn it. */
export type PaymentOutcome =
  | { readonly ok: true }
  | { readonly ok: false; readonly refusal: PaymentRefusal }
  /** The service pays sale by sale, and only some were paid. */
  | ({ readonly ok: false; readonly refusal: "some_paid" } & SalesPaid)
  | "not_known"
  | "read_back";

const PAYMENT = {
  SUCCESS: { ok: true },
  NO_SALES: "read_back",
  WRONG_STATE: "read_back",
  REFUSED: { ok: false, refusal: "card_refused" },
  WRONG_AMOUNT: { ok: false, refusal: "amount_changed" },
} as const satisfies Record<string, PaymentOutcome>;

const types = Object.keys(PAYMENT) as [keyof typeof PAYMENT, ...(keyof typeof PAYMENT)[]];

const answer = z.object({
  type: z.enum(types),
  payments: optional(
    z.array(z.object({ key: absent(key), type: optional(z.string(), ""), status: optional(z.string(), "") })),
    [],
  ),
});

type Payments = z.output<typeof answer>["payments"];

/** Returns the outcome. An answer that is not definite is `not_known`, never a failure. */
export function paymentOutcome(status: number, body: unknown): PaymentOutcome {
  if (status === 404) return "read_back";
  if (status >= 500 || status === 408 || status === 409 || status === 422 || (status >= 300 && status < 400)) {
    return "not_known";
  }
  const parsed = answer.safeParse(body);
  if (parsed.success) return combinedOutcome(parsed.data.type, parsed.data.payments);
  const no = status >= 400 && !hasType(body) ? refused.safeParse(body) : undefined;
  if (!no?.success) return "not_known";
  if (no.data.errors.some(({ path }) => path === "voucher")) return { ok: false, refusal: "voucher_refused" };
  return no.data.errors.some(({ code }) => code in PAYMENT || code === "HOLD_ENDED" || code === "NOT_FOUND")
    ? "read_back"
    : PAYMENT.REFUSED;
}

function hasType(body: unknown): boolean {
  return typeof body === "object" && body !== null && "type" in body;
}

/**
 * Combines the result of the whole with those of its parts. Where the parts differ and every part is named, some sales
 * are paid. Where a part cannot be identified the outcome is not known: only the sales can show it.
 */
function combinedOutcome(type: keyof typeof PAYMENT, payments: Payments): PaymentOutcome {
  const paid = payments.filter(isPaid);
  const paidKeys = paid.flatMap(({ key }) => key ?? []);
  const isMixed = paid.length > 0 && paid.length < payments.length;
  const isNamed = payments.every(({ key }) => key !== undefined);
  if (isMixed && isNamed && (type === "SUCCESS" || type === "REFUSED")) {
    const unpaid = (what: string) => payments.flatMap((one) => (!isPaid(one) && one.type === what && one.key) || []);
    return { ok: false, refusal: "some_paid", paidKeys, refusedKeys: unpaid("REFUSED"), untriedKeys: unpaid("") };
  }
  if (type === "SUCCESS" && paid.length < payments.length) return "not_known";
  if (type === "REFUSED" && paid.length > 0) return "not_known";
  return PAYMENT[type];
}

function isPaid({ type, status }: Payments[number]): boolean {
  return status === "" ? type === "SUCCESS" : status === "CONFIRMED";
}
