import type { Mutant } from "./mutant.ts";

const TICKETS = "lib/orders/tickets.test.ts";

/** Checkout cookies, promoter sessions and links. */
export const SESSION_MUTANTS: readonly Mutant[] = [
  {
    name: "checkout: an older checkout id of a paid cart shows the tickets",
    breaks: "P20",
    file: "lib/session/visit/payment-owner.ts",
    text: "return attempt?.owners?.includes(checkoutDigestOf(visit.checkoutId)) ?? false;",
    becomes: "return attempt?.owners !== undefined;",
    red: {
      file: "lib/purchase/checkout-state-of.test.ts",
      test: "P20: a planted cookie from before the payment sees that the order is paid, and not its tickets",
    },
  },
  {
    name: "checkout: any email gives access to the tickets",
    breaks: "P20",
    file: "lib/session/visit/payment-owner.ts",
    text: ".update(`${cartId} ${normalizeEmail(email)}`)",
    becomes: ".update(`${cartId} ${normalizeEmail(email).slice(0, 0)}`)",
    red: {
      file: "lib/purchase/tickets/is-buyer.test.ts",
      test: "P20: recognises the buyer's email in any letter case, and stores it nowhere in plain text",
    },
  },
  {
    name: "checkout: a replaced checkout id stays valid",
    breaks: "P20",
    file: "lib/session/visit/replaced-visit.ts",
    text: "if (isEnded || issuedAt < newest) return true;",
    becomes: "",
    red: {
      file: "lib/purchase/checkout-state-of.test.ts",
      test: "P20: an older id is valid until the newer one is seen",
    },
  },
  {
    name: "checkout: an older id from the same cookie stays valid",
    breaks: "P20",
    file: "lib/session/visit/replaced-visit.ts",
    text: "isEnded || issuedAt < newest",
    becomes: "isEnded",
    red: {
      file: "lib/purchase/checkout-state-of.test.ts",
      test: "P20: an unused id made from a planted cookie is revoked together with it",
    },
  },
  {
    name: "sign-in: a wrong try causes no delay",
    breaks: "a password cannot be guessed",
    file: "lib/state/sign-in-delays.ts",
    text: "if (waitMs > 0) return Math.ceil(waitMs / 1000);",
    becomes: "if (waitMs < 0) return Math.ceil(waitMs / 1000);",
    red: {
      file: "lib/session/promoter/sign-in.test.ts",
      test: "the eleventh wrong try waits without a request to the service, and the owner signs in after the wait",
    },
  },
  {
    name: "sign-in: a try is counted after the check",
    breaks: "a password cannot be guessed",
    file: "lib/session/promoter/sign-in.ts",
    text: 'if (promoter === undefined) return { result: "wrong" };',
    becomes: 'takeSignInTry(user, network, nowMs);\n  if (promoter === undefined) return { result: "wrong" };',
    also: [
      {
        file: "lib/session/promoter/sign-in.ts",
        text: '(await secondsOverLimit("signInPerNetwork", network)) || takeSignInTry(user, network, nowMs);',
        becomes: 'await secondsOverLimit("signInPerNetwork", network);',
      },
    ],
    red: { file: "lib/session/promoter/sign-in.test.ts", test: "of a hundred concurrent guesses ten are checked" },
  },
  {
    name: "sign-in: a copy of the cookie works after sign-out",
    breaks: "signing out ends a promoter's session",
    file: "lib/session/promoter/promoter-token.ts",
    text: ' || (await isRevoked("promoter session", data.sessionId))',
    becomes: "",
    red: {
      file: "lib/session/promoter/promoter-token.test.ts",
      test: "a copied cookie stops working at sign-out, also after a restart",
    },
  },
  {
    name: "sign-in: the cookie contains the password",
    breaks: "a promoter's cookie holds no password where the service has tokens",
    file: "lib/session/promoter/sign-in.ts",
    text: "{ credential: token.credential, tokenId: token.id }",
    becomes: "{ credential, tokenId: token.id }",
    red: {
      file: "lib/session/promoter/sign-in.test.ts",
      test: "with access tokens the cookie carries a token, scoped and ending with the session, and no password",
    },
  },
  {
    name: "sign-out: the access token is not deleted",
    breaks: "signing out ends a promoter's session",
    file: "lib/session/promoter/sign-in.ts",
    text: "if (tokenId === undefined) return;",
    becomes: "if (tokenId !== undefined) return;",
    also: [
      {
        file: "lib/session/promoter/sign-in.ts",
        text: "{ id: tokenId, credential }",
        becomes: '{ id: "", credential }',
      },
    ],
    red: {
      file: "lib/session/promoter/sign-in.test.ts",
      test: "sign-out deletes the token with the token itself, and ends the session also when the service is down",
    },
  },
  {
    name: "links: a link never expires",
    breaks: "P26: a link ends 30 days after the last date",
    file: "lib/domain/links/link-end.ts",
    text: "return end !== undefined && nowMs > end;",
    becomes: "return end === undefined && nowMs > 0;",
    red: { file: TICKETS, test: "P26: the links of an order and its guests end 30 days after the last date" },
  },
  {
    name: "links: the new date of a postponed event is ignored",
    breaks: "a postponed event keeps its tickets",
    file: "lib/domain/links/link-end.ts",
    text: "[event?.lastDate, ...onTickets",
    becomes: "[event?.lastDate?.slice(99), ...onTickets",
    red: {
      file: TICKETS,
      test: "a postponed event keeps its links until 30 days after the new date",
    },
  },
  {
    name: "links: a replaced link stays valid",
    breaks: "P26",
    file: "lib/state/link-cutoffs.ts",
    text: "madeAtMs < one.notBeforeMs",
    becomes: "madeAtMs < 0",
    red: {
      file: TICKETS,
      test: "P26: a new link revokes the older ones of the order and its guests, and of no other order",
    },
  },
  {
    name: "links: links are sealed with the cookie keys",
    breaks: "changing the cookie keys loses no ticket",
    file: "lib/security/seal.ts",
    text: "return LINKS.has(purpose) ? env().LINK_KEYS : env().COOKIE_KEYS;",
    becomes: "return env().COOKIE_KEYS;",
    red: {
      file: "lib/session/links/key-change.test.ts",
      test: "a change of the cookie keys leaves every link valid",
    },
  },
];
