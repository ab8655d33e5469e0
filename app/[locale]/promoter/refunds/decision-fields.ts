import type { FormField } from "#lib/ticketing/manage/form-fields.ts";

/** What the buttons of a request, or of a refund to a voucher, decide. */
export const DECISION_FIELDS = [
  {
    kind: "choice",
    name: "decision",
    label: "decision",
    required: true,
    options: ["refund", "refundLessFee", "sendNew", "leave"].map((value) => ({ value, label: value })),
  },
  // Only who has read on the page that the voucher is closed sends a new one.
  { kind: "text", name: "newVoucher", label: "sendNew", max: 1 },
] as const satisfies readonly FormField[];

/** The most characters of a reason: a limit of the service. */
const REASON_MAX = 1_000;

export const DECLINE_FIELDS = [
  { kind: "longText", name: "reason", label: "why", hint: "whyHint", max: REASON_MAX, required: true },
] as const satisfies readonly FormField[];
