/** The ways to pay a part of an amount, in the order in which they divide it: the card pays what the others leave. */
export const METHOD_NAMES = ["VOUCHER", "CREDIT_CARD", "CASH"] as const;

/** The order in which a refund goes back: what was paid by card to the card first, then to the voucher, then by hand. */
export const REFUND_ORDER = ["CREDIT_CARD", "VOUCHER", "CASH"] as const satisfies readonly MethodName[];

export type MethodName = (typeof METHOD_NAMES)[number];

/** The methods that the plain v2 interface has. Every other one is an extension of ours. */
export const STANDARD_METHODS = ["CREDIT_CARD", "CASH"] as const satisfies readonly MethodName[];

/** What one method pays, in the smallest unit of the payment's currency. A free order has no parts. */
export type PaidPart = { readonly method: MethodName; readonly minor: number };

/** Returns what these methods pay together. */
export function sumOfParts(parts: readonly PaidPart[], methods: readonly MethodName[] = METHOD_NAMES): number {
  return parts.reduce((sum, { method, minor }) => (methods.includes(method) ? sum + minor : sum), 0);
}
