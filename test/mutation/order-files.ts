import type { Mutant } from "./mutant.ts";

const GOOGLE_TEST = "lib/orders/wallet/update-wallets.test.ts";
const WEB_SERVICE = "app/api/wallet/apple/web-service.test.ts";
const CALENDAR = "lib/documents/calendar/calendar-file.test.ts";

/** Calendar files, and the passes of wallets. */
export const ORDER_FILE_MUTANTS: readonly Mutant[] = [
  {
    name: "wallet: the pass of a refunded ticket keeps its code",
    breaks: "a ticket that no longer admits has no code",
    file: "lib/documents/wallet/wallet-ticket-of.ts",
    text: '...(state === "valid" && { code:',
    becomes: '...(state !== "pending" && { code:',
    red: {
      file: WEB_SERVICE,
      test: "a phone registers, asks for changes, and gets the moved date and then the refund under the same serial",
    },
  },
  {
    name: "wallet: a refunded ticket keeps its code in Google Wallet",
    breaks: "a ticket that does not admit shows no code",
    file: "lib/orders/wallet/google-updates.ts",
    text: "barcode: null, ",
    becomes: "",
    red: { file: GOOGLE_TEST, test: "a refunded ticket is inactive and loses its code" },
  },
  {
    name: "wallet: the class of another date is changed in Google Wallet",
    breaks: "a ticket that moves to another date leaves the others of its date as they are",
    file: "lib/orders/wallet/google-updates.ts",
    text: "const isSameDate = saved.classId.startsWith(classPrefix(ticket, issuer));",
    becomes: "const isSameDate = true;",
    red: {
      file: GOOGLE_TEST,
      test: "a ticket that the buyer moved to another date gets that date's class, and the old class stays",
    },
  },
  {
    name: "wallet: a failure of Google is not tried again",
    breaks: "a saved ticket follows a moved date",
    file: "lib/orders/wallet/update-wallets.ts",
    text: "await tellGoogle(saleKeys, locale, addresses, laterMs);",
    becomes: "",
    red: {
      file: GOOGLE_TEST,
      test: "the token is kept, a failure of Google is tried again, and the last one is not thrown",
    },
  },
  {
    name: "wallet: the token of one pass gets another one",
    breaks: "P19",
    file: "lib/orders/wallet/current-pass.ts",
    text: "serialOf(ticket.saleKey, ticket.admissionId) === serial ?",
    becomes: "serialOf(ticket.saleKey, ticket.admissionId).length === serial.length ?",
    red: { file: WEB_SERVICE, test: "P19: a pass is given for its own token alone" },
  },
  {
    name: "wallet: a new order link does not revoke passes",
    breaks: "P26",
    file: "lib/session/links/pass-token.ts",
    text: "if (data === undefined || (await areLinksRevoked([data.saleKey], data.madeAt))) return undefined;",
    becomes: "if (data === undefined || (await areLinksRevoked([], data.madeAt))) return undefined;",
    red: { file: WEB_SERVICE, test: "P26: a new order link ends the updates of passes that were saved before" },
  },
  {
    name: "calendar: the second of two equal local times means the first",
    breaks: "P41",
    file: "lib/documents/calendar/zone-offset.ts",
    text: "return before > offset && offsetAt(",
    becomes: "return before < offset && offsetAt(",
    red: { file: CALENDAR, test: "a time that the clock shows twice, and a zone without a name, are written in UTC" },
  },
  {
    name: "calendar: a cancelled date is written as confirmed",
    breaks: "a cancelled date is marked in the calendar that has it",
    file: "lib/documents/calendar/calendar-file.ts",
    text: '`STATUS:${isCancelled ? "CANCELLED" : "CONFIRMED"}`',
    becomes: '`STATUS:${isCancelled ? "CONFIRMED" : "CONFIRMED"}`',
    red: { file: CALENDAR, test: "a cancelled date is marked, does not block the day, and no longer reminds" },
  },
];
