/** The state of an attempt's charge at the processor. */
export type Charge =
  | { readonly state: "authorised" | "captured" | "voided" | "refunded"; readonly id: string }
  | { readonly state: "declined"; readonly id: string; readonly code: string };
