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
  "scopes",
  "invitedBy",
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
  "origin",
  "returnPrefix",
  "ref",
  "endedAt",
  "partner",
  "partnerRevenue",
  "brandColour",
  "senderName",
  "replyTo",
  "replyToPending",
] as const;

type LogField = (typeof FIELDS)[number];

type LogChange = {
  /** Its name on the wire or in the database. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
};

type Fields = Readonly<Record<string, unknown>>;
type Logged = {
  readonly before?: Fields | undefined;
  readonly after?: Fields | undefined;
  readonly name?: string | undefined;
};

/** Fields that say nothing to people, or what the sentence says. */
const UNSAID: ReadonlySet<string> = new Set(["ended", "user", "sortIdx"]);

/** Returns the fields that differ, those of an object such as an address one by one; of what was made those that say something. */
export function logChanges({ before, after = {}, name }: Logged): readonly LogChange[] {
  const [was, is] = [leavesOf(before ?? {}), leavesOf(before === undefined ? withAccess(after) : after)];
  const isSaid = ({ path, after: value }: LogChange) =>
    !UNSAID.has(path) &&
    !isImplied(path, after) &&
    (before !== undefined || (saysSomething(value) && !/Ids?$/.test(path) && value !== name));
  return (
    [...new Set([...was.keys(), ...is.keys()])]
      .map((path) => ({ path, before: was.get(path), after: is.get(path) }))
      // Of a secret both are "changed".
      .filter(({ before, after }) => after === SECRET || textOf(before) !== textOf(after))
      .filter(isSaid)
  );
}

/** Returns what a new user may do as one field, where the log has it by the columns of the database. */
function withAccess({ sellCapabilities, officeCapabilities, mayScan, mayManage, ...fields }: Fields): Fields {
  const given = [sellCapabilities, officeCapabilities, mayScan === true && "SCAN", mayManage === true && "MANAGE"];
  const capabilities = given.flat().filter((one) => typeof one === "string");
  return capabilities.length === 0 ? fields : { ...fields, capabilities };
}

/** The instants beside a time on the clock of the venue, and the dates of one who does not scan any more. */
function isImplied(path: string, after: Fields): boolean {
  if (path === "startsAt" || path === "endsAt") return "startsLocal" in after;
  return path === "scanDates" && after.mayScan === false;
}

/** Ids of other things, and things without a name, say nothing. */
function saysSomething(value: unknown): boolean {
  if (Array.isArray(value)) return value.some((one) => typeof one === "string" || nameIn(one) !== undefined);
  return value !== undefined && value !== null && value !== "" && value !== false && value !== SECRET;
}

/** Returns the name of a thing, or of the thing in it: `{ "event": { "id": 3, "name": "The Tempest" } }`. */
export function nameIn(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  if (typeof value.name === "string" && value.name !== "") return value.name;
  return Object.values(value)
    .map(nameIn)
    .find((name) => name !== undefined);
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
