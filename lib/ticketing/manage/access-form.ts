import type { FormField, ValuesOf } from "#lib/ticketing/manage/form-fields.ts";
import type { FormValues, RefusedField, RowValues } from "#lib/ticketing/manage/saved.ts";

/** What a manager gives people access to, by its names on the wire. */
export const ACCESS = ["MANAGE", "ORDERS", "BOX_OFFICE", "SCAN", "REPORTS"] as const;

/** The most dates and events that the service takes. */
const DATES_MAX = 200;

/** The options of `what` are the page's: `event.12` is all dates of an event, `date.34` one date. */
export const ACCESS_FIELDS = [
  {
    kind: "checks",
    name: "capabilities",
    label: "access",
    required: true,
    options: [
      { value: "MANAGE", label: "MANAGE", hint: "MANAGE_HINT" },
      { value: "ORDERS", label: "ORDERS", hint: "ORDERS_HINT" },
      { value: "BOX_OFFICE", label: "BOX_OFFICE", hint: "BOX_OFFICE_HINT" },
      { value: "SCAN", label: "SCAN", hint: "SCAN_HINT" },
      { value: "REPORTS", label: "REPORTS", hint: "REPORTS_HINT" },
    ],
  },
  {
    kind: "choice",
    name: "scans",
    label: "scans",
    required: true,
    onlyWith: "SCAN",
    options: ["ALL", "SOME"].map((value) => ({ value, label: value })),
  },
  {
    kind: "rows",
    name: "scanDates",
    label: "scanDates",
    onlyWith: "SCAN_SOME",
    add: "addDate",
    untitled: "newDate",
    max: DATES_MAX,
    fields: [
      { kind: "choice", name: "what", label: "what", required: true, optionsFrom: "dates", width: "half" },
      {
        kind: "choice",
        name: "until",
        label: "until",
        required: true,
        width: "half",
        options: ["DATE_ENDS", "REMOVED"].map((value) => ({ value, label: value })),
      },
    ],
  },
] as const satisfies readonly FormField[];

export const INVITATION_FIELDS = [
  { kind: "text", name: "email", label: "email", hint: "emailHint", max: 254, format: "email", required: true },
  ...ACCESS_FIELDS,
] as const satisfies readonly FormField[];

type AccessValues = ValuesOf<typeof ACCESS_FIELDS>;
export type InvitationValues = ValuesOf<typeof INVITATION_FIELDS>;

/** An event or a date whose tickets a person may scan. `endsWithDate`: until six hours after it. */
type ScanDate = {
  readonly eventDate?: { readonly id: number; readonly name: string } | undefined;
  readonly event?: { readonly id: number; readonly name: string } | undefined;
  readonly endsWithDate: boolean;
};

/** `scanDates`: null for all dates. */
export type Access = { readonly capabilities: readonly string[]; readonly scanDates: readonly ScanDate[] | null };

/** Returns the option of `what` that stands for a scan date. */
export function optionOf({ eventDate, event }: ScanDate): string {
  return eventDate === undefined ? `event.${event?.id}` : `date.${eventDate.id}`;
}

export function isInForm(capability: string): boolean {
  return ACCESS.some((one) => one === capability);
}

/** Returns an access as the values of its form. A row can be taken out: its key is no id. */
export function accessValues({ capabilities, scanDates }: Access): FormValues {
  const rows = (scanDates ?? []).map((one): RowValues => {
    const what = optionOf(one);
    return { key: what, what, until: one.endsWithDate ? "DATE_ENDS" : "REMOVED" };
  });
  return { capabilities: capabilities.filter(isInForm), scans: scanDates === null ? "ALL" : "SOME", scanDates: rows };
}

/** Returns an access as the wire has it. The service removes the dates of people who scan nothing. */
export function accessBody({ capabilities, scans, scanDates }: AccessValues): object {
  if (!capabilities.includes("SCAN")) return { capabilities };
  const rows = scanDates.map(({ what, until }) => {
    const [kind, id] = what.split(".");
    return { [kind === "event" ? "event" : "eventDate"]: Number(id), endsWithDate: until === "DATE_ENDS" };
  });
  return { capabilities, scanDates: scans === "ALL" ? null : rows };
}

/** Returns why the values cannot be saved: who scans only some dates needs one. */
export function accessProblems({ capabilities, scans, scanDates }: AccessValues): readonly RefusedField[] {
  const hasNone = capabilities.includes("SCAN") && scans === "SOME" && scanDates.length === 0;
  return hasNone ? [{ path: "scanDates", code: "RANGE", reason: "too_few", limit: 1 }] : [];
}

/** Returns a refusal with its paths as the form has them: a date that the service refuses stands in the row's choice. */
export function atFormFields(errors: readonly RefusedField[]): readonly RefusedField[] {
  return errors.map((error) => ({
    ...error,
    path: error.path.replace(/^(scanDates(?:\[\d+\]|\.\d+))\.event(?:Date)?$/, "$1.what"),
  }));
}
