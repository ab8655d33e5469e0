import type { PaymentRefusal } from "#lib/ticketing/model/cart.ts";

/** Why the buyer stays on the pay page. Each has a message of the same name. */
type PayRefusal = PaymentRefusal | "cancelled" | "press_again" | "proof_required" | "out_of_date";

export type PayRefusalWords = Readonly<Record<PayRefusal, string>>;
