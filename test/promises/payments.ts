import type { Areas } from "./promised.ts";

/** The promises about charges. */
export const PAYMENTS: Areas = {
  Payments: [
    {
      id: "P01",
      says: "No card number reaches a log, a cookie, the database, a page or a trace. With card entry on the processor's own page, none reaches the storefront or the service at all.",
      missing:
        "Card entry on the processor's own page does not exist yet: each number passes through the storefront and the service. No test searches the whole database.",
    },
    {
      id: "P02",
      says: "The payment page runs only the scripts of a checked-in inventory; another script fails the build.",
      missing: "There is no inventory: the page's Content-Security-Policy admits scripts by a nonce.",
    },
    {
      id: "P03",
      says: "A browser receives the payment page with security headers that are pinned one by one. Production adds Strict-Transport-Security.",
    },
    {
      id: "P04",
      says: "A payment attempt captures money at most once, and a cart has at most one open attempt: with a double click, a second tab, concurrent calls, and after a restart.",
    },
    {
      id: "P05",
      says: "An answer that is lost on its way from the processor or the service never causes a second charge, and is never reported as a failed payment: the checking page reads the sale again until its result is known.",
    },
    {
      id: "P06",
      says: "A service process that is killed at any point of a payment leaves, after a restart, either a paid sale with its tickets or no charge.",
    },
    {
      id: "P07",
      says: "A payment after the reservation has expired, within the grace of 10 minutes, sells exactly when the places are still free. Otherwise no money stays taken.",
    },
    {
      id: "P08",
      says: "A reservation does not expire while its payment or a bank's challenge is under way, up to a stated grace.",
      missing: "There is no bank challenge (3-D Secure).",
    },
    {
      id: "P09",
      says: "Another amount than the one due charges nothing, however it is written: wrong by the smallest unit, negative, not a number, too large for a double, as text, or as a repeated JSON key.",
    },
    {
      id: "P10",
      says: "Amounts are exact in currencies of zero, two and three decimals: the sum of the lines is the amount that is shown, sent and charged, and is sent with all decimals of its currency.",
    },
    {
      id: "P11",
      says: "P04 to P07 are kept with the plain v2 interface alone, without Foyer's extensions.",
      missing:
        "The tests of P04 to P07 run with all extensions; the ones below run on a service that has none. `STRICT_V2=1` takes vouchers, the waiting list, messages, refunds and the buyer's postcode out of our own service, and nothing else.",
    },
    {
      id: "P12",
      says: "A declined card gets one public answer, whatever the reason. The service stores the reason with the attempt.",
    },
  ],
};
