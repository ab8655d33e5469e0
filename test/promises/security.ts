import type { Areas } from "./promised.ts";

/** The promises about requests, credentials and links. */
export const SECURITY: Areas = {
  "Web security": [
    {
      id: "P13",
      says: "The service's user name and password appear in no response, header, cookie, PDF, log line, browser bundle, build output, trace or error.",
    },
    { id: "P14", says: "No server action has a value bound by the server, so that no closure travels to a browser." },
    {
      id: "P15",
      says: "Each server action and each route handler that writes refuses a request without an Origin, from a foreign origin, with a forged host, from another site or with another content type, and, where it needs a visitor, one with a missing, foreign or expired cookie. An action without such a test fails the gate.",
    },
    {
      id: "P16",
      says: "Malformed arguments, or a forged previous form state, make no action answer with a 5xx status.",
    },
    {
      id: "P17",
      says: "Removing the proxy file changes no authorisation.",
      missing: "No test runs without `proxy.ts`.",
    },
    {
      id: "P18",
      says: "Each locked dependency is above the version that fixes its known vulnerabilities.",
      missing: "There is no table of these versions to compare the lockfile with.",
    },
    {
      id: "P19",
      says: "A stolen reservation key, cart id or ticket number alone gives access to nothing, and a guess cannot tell an existing one from a missing one.",
      missing:
        "No test presents another buyer's real key to every request of the storefront, or compares the answers of many guesses.",
    },
    {
      id: "P20",
      says: "A planted cookie is never adopted: reserving and paying issue new checkout ids, and the planted one shows none of the tickets.",
    },
    {
      id: "P21",
      says: "An embed sells with third-party cookies blocked. Its hand-off token opens once, within a minute, in the browser and from the origin that it was made for.",
    },
    { id: "P22", says: "No page but an embed can be framed, and only by the origins of the setting EMBED_ORIGINS." },
    {
      id: "P23",
      says: "No redirect leaves the storefront's origin, whatever a parameter or a stored field contains.",
      missing:
        "Tests cover the fields that `/reserve` carries back. They cover neither other parameters nor fields that a promoter stores.",
    },
    {
      id: "P24",
      says: "A promoter's text is inert in pages, structured data, PDF, calendar files, feeds and QR codes.",
      missing: "No browser test stores a corpus of script injections and opens every page.",
    },
    {
      id: "P25",
      says: "The storefront sends no call with the shop's credential but those that it lists, and none to another account.",
    },
    {
      id: "P26",
      says: "Order links cannot be guessed and are not cached, end 30 days after the last date, and a revoked one is answered exactly like an unknown one.",
      missing:
        "No test measures the entropy of a link, compares the bodies of both answers, or asserts an order page's Referrer-Policy.",
    },
    { id: "P27", says: "A mail goes to exactly the one address that was validated." },
  ],
};
