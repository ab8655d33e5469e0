/** What the processor knows of one attempt. */
export type Charge =
  | { readonly state: "authorised" | "captured" | "voided" | "refunded"; readonly id: string }
  | { readonly state: "declined"; readonly id: string; readonly code: string };
