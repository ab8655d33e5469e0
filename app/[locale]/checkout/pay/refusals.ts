import type { PaymentRefusal } from "#lib/domain/cart/cart.ts";

/** Why the buyer is still on the pay page. The words stand in the messages, under these very names. */
export type PayRefusal = PaymentRefusal | "cancelled" | "press_again" | "proof_required" | "out_of_date";

export type PayRefusalWords = Readonly<Record<PayRefusal, string>>;
