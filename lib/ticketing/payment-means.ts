import "server-only";

import { inspect } from "node:util";
import { z } from "zod";
import { env } from "#lib/env.ts";
import { requestExtension } from "#lib/ticketing/client/extension.ts";
import { ServiceBusy } from "#lib/ticketing/client/fault.ts";
import { type Path, pathTo } from "#lib/ticketing/client/paths.ts";
import { request } from "#lib/ticketing/client/request.ts";
import type { Money } from "#lib/ticketing/model/money.ts";
import type { AppliedVoucher } from "#lib/ticketing/model/payment-parts.ts";
import { type Outcome, refused } from "#lib/ticketing/wire/purchase/refusals.ts";
import { exactAmount, money } from "#lib/ticketing/wire/shapes.ts";

/** What a payment method pays with. `bodyPart` returns its fields of the pay call's body, whose names are our own. */
export type PaymentMeans = { readonly bodyPart: () => Readonly<Record<string, unknown>> };

export type CardDetails = {
  readonly name: string;
  readonly number: string;
  readonly expiryMonth: number;
  readonly expiryYear: number;
  readonly cvv: string;
};

/** A card as the buyer typed it. It exists for one call, and prints as [card]. */
export class Card implements PaymentMeans {
  readonly #details: CardDetails;

  constructor(details: CardDetails) {
    this.#details = details;
  }

  /** Returns the card for the request. The field names inside `creditCard` are our own, defined only here. */
  forWire(): CardDetails {
    const { name, number, expiryMonth, expiryYear, cvv } = this.#details;
    return { name, number: number.replace(/\D/g, ""), expiryMonth, expiryYear, cvv };
  }

  bodyPart(): { readonly creditCard: CardDetails } {
    return { creditCard: this.forWire() };
  }

  toString(): string {
    return "[card]";
  }

  toJSON(): string {
    return "[card]";
  }

  [inspect.custom](): string {
    return "[card]";
  }
}

/** Why a voucher cannot be applied. Unknown, expired and used up are one refusal. */
export type VoucherRefusal = "not_valid" | "other_currency" | "too_many_tries";

const found = z
  .object({ successful: z.literal(true), balance: money })
  .transform(({ balance }) => ({ ok: true as const, balance }));

const no = refused.transform(({ errors }) => ({
  ok: false as const,
  refusal: errors.some(({ code }) => code === "MIXED_CURRENCY") ? ("other_currency" as const) : ("not_valid" as const),
}));

/** Returns the balance of a voucher for a Cart; it takes nothing. An extension of ours: another service has no vouchers. */
export async function lookUpVoucher(
  cartId: string,
  code: string,
): Promise<Outcome<{ readonly balance: Money }, { readonly refusal: VoucherRefusal }>> {
  const path = pathTo`/cart/${cartId}/voucher`;
  const call = { name: "lookUpVoucher", method: "POST", path, body: { code } } as const;
  try {
    return (await request({ ...call, answer: no.or(found), refusal: no })) ?? { ok: false, refusal: "not_valid" };
  } catch (fault) {
    if (fault instanceof ServiceBusy) return { ok: false, refusal: "too_many_tries" };
    throw fault;
  }
}

const offered = z.object({ methods: z.array(z.string()) }).transform(({ methods }) => methods.includes("VOUCHER"));

/** Returns whether the service takes vouchers now. One without the call takes none. */
export async function areVouchersOffered(): Promise<boolean> {
  const path: Path = `/account/${env().TICKETING_ACCOUNT}/paymentMethods`;
  const methods = await requestExtension({ name: "areVouchersOffered", method: "GET", path, answer: offered });
  return methods?.value ?? false;
}

/** Returns the means to pay exactly this amount by a voucher. */
export function voucherMeans({ code }: AppliedVoucher, amount: Money): PaymentMeans {
  return { bodyPart: () => ({ voucher: { code, amount: exactAmount(amount) } }) };
}
