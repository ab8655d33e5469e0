import { z } from "zod";
import type { NamedScanDate, Person } from "#src/accounts/domain/person.ts";
import { capabilitiesOf, SELL_CAPABILITIES } from "#src/accounts/domain/rights.ts";
import { CAPABILITIES } from "#src/platform/domain/caller.ts";
import { formatInstant } from "#src/platform/domain/venue-time.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { id, ref, toRef } from "#src/platform/http/shapes.ts";

export const sellType = z.enum(SELL_CAPABILITIES);
export const capability = z.enum(CAPABILITIES);

const SCAN_DATES_MAX = 200;

/** What of the account's dates a user may scan with SCAN. Null: all; an empty list: none. */
export const scanDatesBody = z
  .array(
    z.union([
      z.strictObject({ eventDate: id, endsWithDate: z.boolean() }),
      z.strictObject({ event: id, endsWithDate: z.boolean() }),
    ]),
  )
  .max(SCAN_DATES_MAX)
  .nullable();

const ends = {
  /** The right ends six hours after the end of the date, or its start if it has no end; that of an event with its last date. */
  endsWithDate: z.boolean(),
  /** When that is, as the date is now. */
  until: z.string().nullable(),
};

/** What of the account's dates a user may scan. Null: all. The name of a date begins with that of its event. */
export const scanDates = z
  .array(z.union([z.object({ eventDate: ref, ...ends }), z.object({ event: ref, ...ends })]))
  .nullable();

const common = {
  id,
  version: z.int(),
  username: z.string(),
  email: z.string(),
  /** As they were given: `MANAGE` includes `ORDERS` and `REPORTS`, which need not be named. */
  capabilities: z.array(capability),
};

/** Fields that the plain v2 interface does not have. */
const extended = {
  /** First and last name, else the user name. */
  name: z.string(),
  scanDates,
  secondFactor: z.enum(["ON", "OFF"]),
  /** When the user last made a call, to some minutes. Null: never, or the shop's user: one with PUBLIC and without MANAGE. */
  lastActive: z.string().nullable(),
  state: z.enum(["ACTIVE", "DISABLED"]),
  /** Null: before the service noted it. */
  created: z.string().nullable(),
  /** Null: never, or before the service noted it. */
  passwordChanged: z.string().nullable(),
};

export const userSummary = named("UserSummary", z.object({ ...common, ...extended }));

export const plainUser = z.object({
  ...common,
  firstName: z.string(),
  lastName: z.string(),
  mobilePhone: z.string(),
  sellCapabilities: z.array(sellType),
  mayScan: z.boolean(),
  mayManage: z.boolean(),
  disabled: z.boolean(),
});
export const user = named("User", plainUser.extend(extended));

export function toUserSummary(person: Person): z.input<typeof userSummary> {
  const { id, version, name, username, email } = person;
  const instant = (at: Date | null) => at && formatInstant(at, "UTC");
  return {
    id,
    version,
    name,
    username,
    email,
    capabilities: capabilitiesOf(person),
    scanDates: toScanDates(person.scanDates),
    secondFactor: person.hasSecondFactor ? "ON" : "OFF",
    lastActive: instant(person.lastActiveAt),
    state: person.disabled ? "DISABLED" : "ACTIVE",
    created: instant(person.createdAt),
    passwordChanged: instant(person.passwordChangedAt),
  };
}

export function toUser(person: Person): z.input<typeof user> {
  const { firstName, lastName, mobilePhone, mayScan, mayManage, disabled } = person;
  const sellCapabilities = sellType.options.filter((type) => person.sellCapabilities.includes(type));
  return { ...toUserSummary(person), firstName, lastName, mobilePhone, sellCapabilities, mayScan, mayManage, disabled };
}

export function toScanDates(scanDates: Person["scanDates"]): z.input<typeof userSummary>["scanDates"] {
  const shown = scanDates?.map((one) => {
    const ends = { endsWithDate: one.endsWithDate, until: one.until && formatInstant(one.until, "UTC") };
    return "eventDate" in one
      ? { eventDate: toRef("eventDate", one.eventDate), ...ends }
      : { event: toRef("event", one.event), ...ends };
  });
  return shown ?? null;
}

export function toScanCapability(one: NamedScanDate) {
  const until = one.until && { until: formatInstant(one.until, "UTC") };
  return "eventDate" in one
    ? { eventDate: toRef("eventDate", one.eventDate), ...until }
    : { eventDate: null, event: toRef("event", one.event), ...until };
}
