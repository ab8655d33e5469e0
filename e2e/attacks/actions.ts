import { readdirSync } from "node:fs";
import { join } from "node:path";
import { builtActions } from "#e2e/tools/built-storefront.ts";

/** Returns the id of the action with this exported name. Throws when the build has none. */
export function actionId(name: string): string {
  const action = builtActions().find((one) => one.name === name);
  if (action === undefined) throw new Error(`No action of the build is called ${name}.`);
  return action.id;
}

/** The catch-all route, which answers 404 to every method. */
const NOT_FOUND = "/api/[...missing]";

/** Returns the path pattern of every route handler but the catch-all. */
export function routeHandlers(): readonly string[] {
  return readdirSync("app", { recursive: true, encoding: "utf8" })
    .filter((file) => /(^|\/)route\.tsx?$/.test(file))
    .map((file) => join("/", file, "..").replace(/\/\([^/]+\)/g, ""))
    .filter((pattern) => pattern !== NOT_FOUND);
}

/** The actions that each test attacks. A test fails when an action of the build is missing here. */
export const ATTACKED = {
  aPurchase: [
    "reserveTickets",
    "addCodes",
    "removeCode",
    "extendReservation",
    "releaseTickets",
    "undoRemoval",
    "releaseEvent",
    "changeTickets",
    "takeTodaysPriceOf",
    "reserveTicketsAgain",
    "giveDetails",
    "applyVoucher",
    "removeVoucher",
    "pay",
    "checkPayment",
    "showTickets",
    "nameGuests",
    "nameMyself",
    "mailGuest",
    "makeNewLink",
  ],
  aPromoter: ["signInPromoter", "signOutPromoter"],
  aSecondStep: ["enterCode"],
  aPartPaid: ["retryRest", "releaseRest"],
  afterPurchase: [
    "renameTicket",
    "sendTicketsAgain",
    "changeBuyersEmail",
    "refundChosen",
    "requestChosen",
    "confirmChoice",
    "findTickets",
    "findTicketsFromCart",
    "decideRequest",
    "declineRequest",
  ],
  ownAccount: ["changePassword", "turnOnFactor", "turnOffFactor", "createToken", "deleteToken", "signOutEverywhere"],
  settings: ["changeBrand", "changeMail", "confirmReplies"],
  sites: ["addSite", "changeSite", "endSite"],
  unsentMail: ["retryMessages"],
  venues: ["createVenue", "changeVenue"],
  links: ["createLink", "changeLink", "createPartner", "endPartner"],
  users: ["changeAccess", "changePersonsSignIn", "inviteUser", "changeInvitation"],
  mailedLinks: ["requestNewPassword", "setNewPassword", "createAccount"],
  aWaitingList: ["join", "confirm", "change", "leave", "reserveOffered"],
  aWaitingRoom: ["takePlace", "switchWaitingRoom"],
} as const;
