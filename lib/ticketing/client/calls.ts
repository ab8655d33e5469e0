/**
 * Methods and paths of calls; the service declares each with the same path in a folder `http`, as `/cart/{key}/payment` in
 * `payments/http/payments.ts`. `:account` is the shop's account, `:id` a number and `:key` a key, each from one part of a
 * path; `?` allows a query.
 */
type CallPattern = `${"GET" | "POST" | "PUT" | "DELETE"} /${string}`;
type Calls = Readonly<Record<string, CallPattern | readonly CallPattern[]>>;

/** Every call with the shop's credential. The client sends no other. */
export const SHOP_CALLS = {
  getShopAccount: "GET /account/:account",
  listSites: "GET /account/:account/sites",
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
  countOpened: "POST /sources/opened",

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

  findMailLink: "POST /mailLink/find",
  confirmMailLink: "POST /mailLink/confirm",
  acceptInvitation: "POST /invitation/accept",
  mailPasswordLink: "POST /user/password/forgotten",
  setPasswordByLink: "POST /user/password/byLink",

  getPartnerResults: "POST /partner",
} as const satisfies Calls;

/**
 * Every call with the credential of a promoter, who is signed in to pages of the shop. The client sends no other. None has the name of
 * a call of the shop: the name says whose credential a call is sent with.
 */
export const PROMOTER_CALLS = {
  getPromoter: "GET /user/login",
  createUserToken: "POST /user/token",
  deleteUserToken: "DELETE /user/token/:key",

  changeOwnPassword: "PUT /user/password",
  beginSecondFactor: "POST /user/secondFactor",
  turnOnSecondFactor: "PUT /user/secondFactor",
  turnOffSecondFactor: "DELETE /user/secondFactor",
  listOwnTokens: "GET /user/tokens",
  createOwnToken: "POST /user/token",

  listAuditLog: "GET /account/:account/auditLog?",
  listAccountUsers: "GET /account/:account/users",
  listSources: "GET /account/:account/sources?",

  listAccountEvents: "GET /account/:account/eventSummaries?",
  listAccountEventIds: "GET /account/:account/events",
  listEventsInState: "GET /account/:account/eventSummaries?",
  listAccountDates: "GET /account/:account/eventDates?",
  getAccountEvent: "GET /event/:id",
  getDateTickets: "GET /eventDate/:id",
  changeWaitingRoom: "PUT /event/:id",

  listRefundRequests: "GET /account/:account/refundRequests?",
  getRefundRequest: "GET /refundRequest/:id",
  approveRefundRequest: "POST /refundRequest/:id/approve",
  declineRefundRequest: "POST /refundRequest/:id/decline",
  listVoucherReturns: "GET /account/:account/voucherReturns?",
  sendNewVoucher: "POST /voucherReturn/:id/sendNew",
  leaveOnVoucher: "POST /voucherReturn/:id/leave",

  getAccount: "GET /account/:account",
  changeAccount: "PUT /account/:account",

  listAccountSites: "GET /account/:account/sites",
  getSite: "GET /site/:id",
  createSite: "POST /account/:account/sites",
  changeSite: "PUT /site/:id",
  removeSite: "DELETE /site/:id",

  listUnsentMail: "GET /account/:account/deadMessages",
  retryUnsentMail: "POST /account/:account/deadMessages/retry",

  listPeople: "GET /account/:account/userSummaries?",
  getPerson: "GET /user/:id",
  listTokens: "GET /user/:id/tokens",
  changePerson: "PUT /user/:id",
  signOutPerson: "DELETE /user/:id/tokens",
  endSecondFactor: "DELETE /user/:id/secondFactor",
  listInvitations: "GET /account/:account/invitations",
  inviteUser: "POST /account/:account/invitations",
  endInvitation: "DELETE /invitation/:id",

  listLinks: "GET /account/:account/links?",
  getLink: "GET /link/:id",
  createLink: "POST /account/:account/links",
  changeLink: "PUT /link/:id",
  createPartner: "POST /link/:id/partner",
  endPartner: "DELETE /link/:id/partner",

  listVenues: "GET /account/:account/venueSummaries?",
  getVenue: "GET /venue/:id",
  createVenue: "POST /venue",
  changeVenue: "PUT /venue/:id",
  getVenueSection: "GET /venueSection/:id",
  createVenueSection: "POST /venueSection",
  changeVenueSection: "PUT /venueSection/:id",
  getVenueConfiguration: "GET /venueConfiguration/:id",
  createVenueConfiguration: "POST /venueConfiguration",
  changeVenueConfiguration: "PUT /venueConfiguration/:id",
} as const satisfies Calls;

export type ShopCall = keyof typeof SHOP_CALLS;
export type PromoterCall = keyof typeof PROMOTER_CALLS;
export type CallName = ShopCall | PromoterCall;

/** Returns a call in words for an operator: its method, and its path with the ids of the catalogue but without keys and queries. */
export function callInWords(name: CallName, method: string, path: string): string {
  const patterns: Readonly<Record<CallName, CallPattern | readonly CallPattern[]>> = {
    ...SHOP_CALLS,
    ...PROMOTER_CALLS,
  };
  const [pattern = ""] = [patterns[name]].flat();
  return pattern.includes(":key") ? pattern.replaceAll(":key", "{key}") : `${method} ${path.split("?", 1)[0]}`;
}

const ID = "[1-9]\\d{0,15}";
const KEY = "[A-Za-z0-9_-]{1,64}";
/** Characters of a query that is encoded. */
const QUERY = "(?:\\?[A-Za-z0-9%&=+._~*!'()-]{1,8000})?";

/** Returns a function that says whether a list has a call of this name with a method and a path, which may have a query. */
export function listedIn(calls: Calls, account: number): (name: string, method: string, path: string) => boolean {
  const listed = new Map(
    Object.entries(calls).map(([name, patterns]) => [
      name,
      [patterns].flat().map((pattern) => expressionOf(pattern, account)),
    ]),
  );
  return (name, method, path) => listed.get(name)?.some((one) => one.test(`${method} ${path}`)) ?? false;
}

function expressionOf(pattern: CallPattern, account: number): RegExp {
  const path = pattern
    .replace(/\?$/, () => QUERY)
    .replaceAll(":account", `${account}`)
    .replaceAll(":id", ID)
    .replaceAll(":key", KEY);
  return new RegExp(`^${path}$`);
}
