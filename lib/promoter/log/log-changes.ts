import { readableName } from "#lib/promoter/log/log-sentence.ts";

/** The fields that have words. */
const FIELDS = [
  "name",
  "shortName",
  "description",
  "label",
  "text",
  "published",
  "cancelled",
  "archived",
  "enabled",
  "disabled",
  "hidden",
  "closed",
  "codeRequired",
  "startsLocal",
  "startsAt",
  "endsLocal",
  "doorsLocal",
  "onSaleFrom",
  "onSaleTo",
  "validFrom",
  "validTo",
  "priceMinor",
  "feeMinor",
  "amountMinor",
  "maximumAllocation",
  "minimumPerOrder",
  "maximumPerOrder",
  "maximumUses",
  "timeZone",
  "username",
  "firstName",
  "lastName",
  "email",
  "mobilePhone",
  "capabilities",
  "officeCapabilities",
  "sellCapabilities",
  "mayManage",
  "mayScan",
  "scanDates",
  "passwordHash",
  "secondFactor",
  "tokens",
  "legalName",
  "supportEmail",
  "websiteUrl",
  "termsUrl",
  "privacyUrl",
  "refundPolicyUrl",
  "embedOrigins",
  "brand",
  "colour",
  "senderName",
  "replyTo",
] as const;

export type LogField = (typeof FIELDS)[number];

export type LogChange = {
  /** Its name on the wire or in the database. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
};

type Fields = Readonly<Record<string, unknown>>;

/** Returns the fields that differ, those of an object such as an address one by one. */
export function logChanges(before: Fields = {}, after: Fields = {}): readonly LogChange[] {
  const [was, is] = [leavesOf(before), leavesOf(after)];
  return (
    [...new Set([...was.keys(), ...is.keys()])]
      .map((path) => ({ path, before: was.get(path), after: is.get(path) }))
      // Of a secret both are "changed".
      .filter(({ before, after }) => after === SECRET || textOf(before) !== textOf(after))
  );
}

/** What stands in the log in place of a secret. */
export const SECRET = "changed";

function leavesOf(fields: Fields, path = ""): ReadonlyMap<string, unknown> {
  const leaves = Object.entries(fields).flatMap(([name, value]): readonly (readonly [string, unknown])[] =>
    isObject(value) ? [...leavesOf(value, `${path}${name}.`)] : [[`${path}${name}`, value]],
  );
  return new Map(leaves);
}

/** What is null and what is not there are the same. */
function textOf(value: unknown): string {
  return JSON.stringify(value ?? null);
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isLogField(name: string): name is LogField {
  return FIELDS.some((one) => one === name);
}

/** Returns a field without words: `heroImageUrl` as "Hero image url". */
export function fieldWithoutWords(path: string): string {
  return readableName(path.replace(/(Minor|Ids?)$/, ""));
}
