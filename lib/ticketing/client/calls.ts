/**
 * Methods and paths of calls; the service declares each with the same path in a folder `http`, as `/cart/{key}/payment` in
 * `payments/http/payments.ts`. `:account` is the shop's account, `:id` a number and `:key` a key, each from one part of a
 * path; `?` allows a query.
 */
type CallPattern = `${"GET" | "POST" | "PUT" | "DELETE"} /${string}`;

/** Every call with the shop's credential. The client sends no other. */
const SHOP_CALLS = {
  getSeller: "GET /account/:account",
  listEvents: "GET /account/:account/eventSummaries?",
  listEventIds: "GET /account/:account/events",
  listEventIndex: "GET /account/:account/eventIndex?",
  listCalendarDates: "GET /account/:account/eventDates?",
  getFacets: "GET /account/:account/facets",
  listChanges: "GET /changes?",
  readRecords: "GET /storefrontRecords?",
  putRecords: "PUT /storefrontRecords",
  areVouchersOffered: "GET /account/:account/paymentMethods",
  getEvent: "GET /event/:id/detailed",
  getEventBasics: "GET /event/:id",
  getEventDate: "GET /eventDate/:id",
  getEventGroup: "GET /eventGroup/:id",
  getOffering: "GET /offering/:id/PUBLIC?",
  getTicketType: "GET /ticketType/:id",
  quote: "POST /quote",

  createReservation: "POST /reservation/",
  getReservation: "GET /reservation/:key",
  keepTickets: "PUT /reservation/:key/tickets",
  releaseReservation: "DELETE /reservation/:key",
  newCart: "GET /cart/",
  getCart: "GET /cart/:key",
  setCartCodes: "PUT /cart/:key/codes",
  extendCart: "POST /cart/:key/extend",
  lockCart: "POST /cart/:key/lock",
  unlockCart: "POST /cart/:key/unlock",
  lookUpVoucher: "POST /cart/:key/voucher",
  payCart: "POST /cart/:key/payment",

  getSale: "GET /payment/:key",
  changeBuyer: "PUT /order/:key/data",
  refundByBuyer: "POST /order/:key/refundByBuyer",
  quoteRefund: "POST /order/refundQuote",
  requestRefund: "POST /order/:key/refundRequest",
  chooseForDate: "POST /order/:key/choice",
  sendTickets: "GET /order/:key/sendEmail",
  findTicketsByEmail: "POST /order/findByEmail",
  getAdmission: "GET /admission/:id",
  setGuestAnswers: "PUT /admission/:id/data",
  renameHolder: "PUT /admission/:id/holder",
  mailGuestTicket: "POST /admission/:id/sendEmail",

  getWaitingList: "GET /event/:id/waitingList",
  joinWaitingList: ["POST /event/:id/waitingList", "POST /eventDate/:id/waitingList"],
  getWaitingEntry: "GET /waitingList/:key",
  confirmWaitingEntry: "POST /waitingList/:key/confirm",
  changeWaitingEntry: "PUT /waitingList/:key",
  leaveWaitingList: "DELETE /waitingList/:key",
} as const satisfies Readonly<Record<string, CallPattern | readonly CallPattern[]>>;

type ShopCall = keyof typeof SHOP_CALLS;

/** The calls with the credential of a promoter, who is signed in to pages of the shop. */
type PromoterCall =
  | "getPromoter"
  | "createUserToken"
  | "deleteUserToken"
  | "listAccountEvents"
  | "changeWaitingRoom"
  | "getDateTickets"
  | "listRefundRequests"
  | "approveRefundRequest"
  | "declineRefundRequest"
  | "listVoucherReturns"
  | "sendNewVoucher"
  | "leaveOnVoucher"
  | "listUnsentMail"
  | "retryUnsentMail"
  | "listVenues"
  | "getVenue"
  | "createVenue"
  | "changeVenue"
  | "getVenueSection"
  | "createVenueSection"
  | "changeVenueSection"
  | "getVenueConfiguration"
  | "createVenueConfiguration"
  | "changeVenueConfiguration";

export type CallName = ShopCall | PromoterCall;

/**
 * Returns a call in words for an operator: its method, and its path with the ids of the catalogue but without keys and queries. A
 * promoter's call, whose paths are not listed, has its name.
 */
export function callInWords(name: CallName, method: string, path: string): string {
  const patterns: Readonly<Partial<Record<CallName, CallPattern | readonly CallPattern[]>>> = SHOP_CALLS;
  const [pattern] = [patterns[name] ?? []].flat();
  if (pattern === undefined) return name;
  return pattern.includes(":key") ? pattern.replaceAll(":key", "{key}") : `${method} ${path.split("?", 1)[0]}`;
}

const ID = "[1-9]\\d{0,15}";
const KEY = "[A-Za-z0-9_-]{1,64}";
/** Characters of a query that is encoded. */
const QUERY = "(?:\\?[A-Za-z0-9%&=+._~*!'()-]{1,8000})?";

/**
 * Returns a function that finds the listed call of a method and a path, which may have a query; it returns `undefined` for
 * none.
 */
export function shopCallOf(account: number): (method: string, path: string) => ShopCall | undefined {
  const listed = Object.entries<CallPattern | readonly CallPattern[]>(SHOP_CALLS).flatMap(([name, patterns]) =>
    // `Object.entries` types the names as any string.
    [patterns].flat().map((pattern) => ({ name: name as ShopCall, matches: expressionOf(pattern, account) })),
  );
  return (method, path) => listed.find(({ matches }) => matches.test(`${method} ${path}`))?.name;
}

function expressionOf(pattern: CallPattern, account: number): RegExp {
  const path = pattern
    .replace(/\?$/, () => QUERY)
    .replaceAll(":account", `${account}`)
    .replaceAll(":id", ID)
    .replaceAll(":key", KEY);
  return new RegExp(`^${path}$`);
}
