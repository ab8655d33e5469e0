import "server-only";

/** From what one payment method pays: the field of the pay call's body that it adds. The field names are ours. */
export type PaymentMeans = { readonly bodyPart: () => Readonly<Record<string, unknown>> };
