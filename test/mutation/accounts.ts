import type { Mutant } from "./mutant.ts";

/** Admission, isolation of accounts, credentials, time zones, questions. */
export const ACCOUNT_MUTANTS: readonly Mutant[] = [
  {
    name: "admission: a ticket admits any number of times",
    breaks: "every code admits once",
    file: "service/src/admissions/store/admissions.ts",
    text: "AND admission.times_admitted < type.maximum_scans",
    becomes: "",
    red: { file: "service/test/payments/pay.test.ts", test: "pays for a cart once, and admits its tickets once" },
  },
  {
    name: "admission: a ticket for one date admits to another",
    breaks: "a ticket admits to its own date",
    file: "service/src/admissions/store/admissions.ts",
    text: "AND ($3::bigint IS NULL OR type.event_date_id = $3)",
    becomes: "AND ($3::bigint IS NULL OR $3 > 0)",
    red: {
      file: "service/test/payments/selling.test.ts",
      test: "reserves, locks, pays and admits over the interface",
    },
  },
  {
    name: "admission: a ticket without guest details admits",
    breaks: "a ticket admits only with its guest's details",
    file: "service/src/admissions/store/admissions.ts",
    text: "AND sale.status = 'CONFIRMED' AND admission.status = 'CONFIRMED'",
    becomes: "AND sale.status = 'CONFIRMED'",
    red: {
      file: "service/test/catalogue/fields.test.ts",
      test: "keeps an admission pending until the last required answer of its guest",
    },
  },
  {
    name: "isolation: any account finds a sale by its key",
    breaks: "P19",
    file: "service/src/reservations/store/sales.ts",
    text: "WHERE ${condition} AND sale.account_id = $1",
    becomes: "WHERE ${condition} AND $1::bigint > 0",
    red: {
      file: "service/test/payments/selling.test.ts",
      test: "hides another account's carts, reservations, sales and admissions, and changes none",
    },
  },
  {
    name: "isolation: another account's scanner admits a ticket",
    breaks: "P19",
    file: "service/src/admissions/store/admissions.ts",
    text: "AND event.id = admission.event_id AND event.account_id = $1 AND venue.id = event.venue_id",
    becomes: "AND event.id = admission.event_id AND $1::bigint > 0 AND venue.id = event.venue_id",
    red: {
      file: "service/test/platform/isolation.test.ts",
      test: "POST /admission/{scanned}/admit answers 404 to a user of another account and changes nothing",
    },
  },
  {
    name: "credentials: any password is accepted",
    breaks: "authentication requires the password",
    file: "service/src/accounts/use-cases/authenticate.ts",
    text: "if (!user || !isRight) {",
    becomes: "if (!user) {",
    red: {
      file: "service/src/accounts/use-cases/authenticate.test.ts",
      test: "checks a wrong password each time it is sent, and accepts the right one afterwards",
    },
  },
  {
    name: "credentials: a disabled user is accepted",
    breaks: "a disabled user cannot authenticate",
    file: "service/src/accounts/store/users.ts",
    text: "WHERE username = $1 AND NOT disabled",
    becomes: "WHERE username = $1",
    red: {
      file: "service/test/accounts/people.test.ts",
      test: "refuses a disabled user from the next call on, and accepts them again when enabled",
    },
  },
  {
    name: "credentials: a PUBLIC user pays in cash",
    breaks: "cash needs BOX_OFFICE",
    file: "service/src/payments/use-cases/methods/cash.ts",
    text: 'needs: "BOX_OFFICE"',
    becomes: 'needs: "PUBLIC"',
    red: {
      file: "service/test/payments/amounts.test.ts",
      test: "accepts cash, and an amount in parts, at the box office only",
    },
  },
  {
    name: "credentials: calls do not check capabilities",
    breaks: "a call requires its capability",
    file: "service/src/platform/http/mount.ts",
    text: "if (!isAllowed(call.access, caller.capabilities))",
    becomes: "if (caller.capabilities.size === 0)",
    red: {
      file: "service/test/accounts/people.test.ts",
      test: "adds a user with the given capabilities and no others",
    },
  },
  {
    name: "time: half hours of an offset are dropped",
    breaks: "P41",
    file: "service/src/platform/domain/venue-time.ts",
    text: "Number(hours ?? 0) * 60 + Number(minutes ?? 0)",
    becomes: "Number(hours ?? 0) * 60 + Number(minutes ?? 0) * 0",
    red: {
      file: "service/src/platform/domain/venue-time.test.ts",
      test: "P41: formats 2026-12-04T13:45:00Z in Asia/Kathmandu",
    },
  },
  {
    name: "time: a zone has one offset all year",
    breaks: "P41",
    file: "service/src/platform/domain/venue-time.ts",
    text: "formatter.formatToParts(instant)",
    becomes: "formatter.formatToParts(0)",
    red: {
      file: "service/src/platform/domain/venue-time.test.ts",
      test: "P41: formats 2026-12-04T06:30:00Z in Pacific/Auckland",
    },
  },
  {
    name: "venues: only the last date's end is compared",
    breaks: "dates in different configurations never overlap",
    file: "service/src/catalogue/domain/arrangement.ts",
    text: "Math.max(endOf.get(venueConfigurationId) ?? 0, endsAt.getTime())",
    becomes: "endsAt.getTime()",
    red: {
      file: "service/src/catalogue/domain/arrangement.test.ts",
      test: "agrees with a comparison of every pair of dates",
    },
  },
  {
    name: "master tickets: a change is applied to some ticket types",
    breaks: "a master ticket changes all of its ticket types or none",
    file: "service/src/catalogue/domain/master-ticket.ts",
    text: "if (failed.length > 0) return { ok: false, failed };",
    becomes: "if (failed.length === all.length && failed.length > 0) return { ok: false, failed };",
    also: [
      {
        file: "service/src/catalogue/domain/master-ticket.ts",
        text: "followed: all.filter(({ before, after }) => !isSame(before, after)) };",
        becomes: "followed: all.filter((one) => !isSame(one.before, one.after) && whyNot(one).length === 0) };",
      },
    ],
    red: {
      file: "service/test/catalogue/master-tickets.test.ts",
      test: "changes none when one cannot follow, and names each that cannot",
    },
  },
  {
    name: "questions: a dependent question applies for any answer of its parent",
    breaks: "a dependent question applies only for its parent's answers",
    file: "service/src/reservations/domain/answers.ts",
    text: 'return answer !== "" && (parentAnswers.length === 0 || parentAnswers.includes(answer));',
    becomes: 'return answer !== "" || parentAnswers.length === 0;',
    red: {
      file: "service/src/reservations/domain/answers.test.ts",
      test: "keeps answers that are not sent, removes blank ones, and drops the answers to children that are not shown",
    },
  },
  {
    name: "questions: a refusal names another field",
    breaks: "a refusal names the field",
    file: "service/src/reservations/domain/answers.ts",
    text: "if (problem !== undefined) return { problem: { name, label, lengthMax, problem } };",
    becomes: "if (problem !== undefined) return { problem: { name: label, label, lengthMax, problem } };",
    red: {
      file: "service/test/catalogue/fields.test.ts",
      test: "refuses a lock with wrong answers by their path, and stores nothing",
    },
  },
  {
    name: "accounts: a start changes the password of an existing user",
    breaks: "a start never changes a credential that exists",
    file: "service/src/accounts/use-cases/users.ts",
    text: "if (known) return",
    becomes: "if (known) await db.query(`UPDATE account_user SET password_hash = ''`);\n  if (known) return",
    red: { file: "service/setup/seed.test.ts", test: "keeps an existing password, and returns its user" },
  },
];
