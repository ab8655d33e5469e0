/** Calls that need words of their own. The pattern has no ids. */
const SENTENCES = {
  SIGN_IN: "signInFailed",
  "POST /user/token": "signedInOrToken",
  "DELETE /user/token": "signedOutOrToken",
  "PUT /user/password": "passwordChanged",
  "POST /user/password/forgotten": "passwordForgotten",
  "POST /user/password/byLink": "passwordByLink",
  "POST /user/secondFactor": "factorPrepared",
  "PUT /user/secondFactor": "factorOn",
  "DELETE /user/secondFactor": "factorOff",
  "DELETE /user/tokens": "signedOutEverywhere",
  "POST /account/invitations": "invited",
  "DELETE /invitation": "invitationEnded",
  "POST /invitation/accept": "invitationAccepted",
  "POST /mailLink/confirm": "replyToConfirmed",
  "POST /account/deadMessages/retry": "emailsRetried",
  "POST /message/retry": "emailsRetried",
  "PUT /order/data": "buyerChanged",
  "PUT /admission/data": "guestChanged",
  "PUT /admission/holder": "holderChanged",
  "POST /voucherReturn/sendNew": "newVoucherSent",
  "POST /voucherReturn/leave": "leftOnVoucher",
  "POST /link/partner": "partnerCreated",
  "DELETE /link/partner": "partnerEnded",
  "GET /order/sendEmail": "ticketsSent",
  "POST /admission/sendEmail": "ticketsSent",
} as const;

/** The calls for tokens, where the log names the token: that of a session, or another. */
const SESSION_SENTENCES = { "POST /user/token": "signedIn", "DELETE /user/token": "signedOut" } as const;
const TOKEN_SENTENCES = { "POST /user/token": "tokenCreated", "DELETE /user/token": "tokenDeleted" } as const;

/** The things that have words, by their names in addresses; in those of an account by the names of its lists. */
const THINGS = {
  account: "account",
  additionalField: "question",
  admission: "ticket",
  auditLog: "log",
  code: "code",
  codes: "code",
  deadMessages: "email",
  discount: "discount",
  event: "event",
  eventDate: "date",
  eventGroup: "group",
  festivalDiscount: "festivalDiscount",
  invitations: "invitation",
  link: "link",
  links: "link",
  masterTicket: "allDates",
  messages: "email",
  multipack: "multipack",
  order: "order",
  refundRequest: "refundRequest",
  refundRequests: "refundRequest",
  site: "site",
  sites: "site",
  ticketType: "ticketType",
  user: "user",
  users: "user",
  userSummaries: "user",
  venue: "venue",
  venueConfiguration: "layout",
  venueSection: "section",
  voucher: "voucher",
  voucherReturn: "refundToVoucher",
  voucherReturns: "refundToVoucher",
  vouchers: "voucher",
} as const;

/** What is done to a thing, by the end of the address, or else by the method. */
const VERBS = {
  "publish/true": "published",
  "publish/false": "unpublished",
  "enable/true": "turnedOn",
  "enable/false": "turnedOff",
  "archive/true": "archived",
  "archive/false": "restored",
  cancel: "cancelled",
  refund: "refunded",
  approve: "accepted",
  decline: "declined",
} as const;
const METHODS = { GET: "read", POST: "created", PUT: "changed", DELETE: "deleted" } as const;

type Token = keyof typeof SESSION_SENTENCES;
type LogSentence =
  | (typeof SENTENCES)[keyof typeof SENTENCES]
  | (typeof SESSION_SENTENCES)[Token]
  | (typeof TOKEN_SENTENCES)[Token];
type LogThing = (typeof THINGS)[keyof typeof THINGS];
type LogVerb = (typeof VERBS)[keyof typeof VERBS] | (typeof METHODS)[keyof typeof METHODS] | "done";

/** How a call reads: as a sentence, as a thing with a verb, or where it is not known with the names in its address. */
type LogWords =
  | { readonly sentence: LogSentence }
  | { readonly thing: LogThing; readonly verb: LogVerb }
  | { readonly names: string; readonly verb: LogVerb };

/** Returns how a call of the log reads, such as `PUT /event/7/publish/true`, and of a token for whom it is. */
export function logWords(call: string, token?: "session" | "program"): LogWords {
  const withoutIds = call.replaceAll(/\/(\d+|\{\w+\})(?=\/|$)/g, "");
  const ofToken = token === "session" ? SESSION_SENTENCES : TOKEN_SENTENCES;
  const sentence = (token === undefined ? undefined : find(ofToken, withoutIds)) ?? find(SENTENCES, withoutIds);
  if (sentence !== undefined) return { sentence };
  const [method = "", path = ""] = withoutIds.split(" ");
  const [first = "", ...rest] = path.split("/").filter((part) => part !== "");
  const isList = first === "account" && rest.length > 0;
  const [name = "", ...tail] = isList ? rest : [first, ...rest];
  const verb = tail.length > 0 ? (find(VERBS, tail.join("/")) ?? "done") : (find(METHODS, method) ?? "done");
  const thing = find(THINGS, name);
  if (thing !== undefined && verb !== "done") return { thing, verb };
  return { names: readableName([name, ...tail].join(", ")), verb };
}

/** Returns a name in camel case as words: `heroImageUrl` as "Hero image url". */
export function readableName(name: string): string {
  const words = name
    .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/[._]/g, " ")
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function find<Value>(all: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(all, key) ? all[key] : undefined;
}
