import type { Areas } from "./promised.ts";

/** The promises about tests, about buyers' rights and about test systems. */
export const QUALITY: Areas = {
  Tests: [
    {
      id: "P43",
      says: "A safety test has a negative control: each mutant of `test/mutation` is a bug that makes the test named beside it fail.",
      missing:
        "The gate checks only that each mutant fits its file; `npm run test:mutation` runs them. Nothing demands a mutant for each safety test.",
    },
    {
      id: "P44",
      says: "A random test that fails prints the seed that reproduces it.",
    },
    {
      id: "P45",
      says: "No test card, fail point or sandbox route can be reached in production.",
      missing: "No test starts a production build to request these routes, or searches it for test cards.",
    },
    {
      id: "P46",
      says: "The whole gate runs without a network, once the dependencies are installed, in about 15 minutes on two cores.",
      missing: "No test takes the network away.",
    },
  ],
  "Buyers' rights and accessibility": [
    {
      id: "P47",
      says: "A buyer with a keyboard alone, or with the accessibility tree alone, can buy, be declined, extend the reservation and recover from its expiry.",
      missing:
        "No test extends a reservation or recovers from its expiry by keyboard, or compares accessibility trees.",
    },
    {
      id: "P48",
      says: "A reservation can be extended at least ten times, each time with one action after a warning, to 15 minutes from then, up to 3 hours after it was made.",
    },
    {
      id: "P49",
      says: "Input survives a declined card, an expired reservation, Back, a reload, a broken connection, a new build, and the loss of the session for half an hour. Card fields are never stored.",
      missing: "No browser test covers a new build or a lost session.",
    },
    {
      id: "P50",
      says: "The first price that a buyer sees includes all fees and is the price that is paid: in lists, event page, embed, structured data, share card, cart, checkout, charge, receipt and PDF.",
    },
    { id: "P51", says: "No box is ticked beforehand, and OPT_IN is true only when the buyer ticked it." },
    { id: "P52", says: "The pay button names the obligation and the exact amount that is charged." },
    {
      id: "P53",
      says: "The confirmation mail has the event, its date and time zone, the venue, each part of the price, the seller, the accepted conditions, the order link and a calendar file.",
    },
  ],
  "Test systems": [
    {
      id: "P54",
      says: "From a clone, `npm start` and `npm test` are enough for a sandbox and a passed gate, the second without a network.",
      missing: "No test takes the network away.",
    },
    {
      id: "P55",
      says: "The browser tests refuse a target that may be production, with exit code 2 and before their first write.",
    },
    {
      id: "P56",
      says: "The good test card always ends on tickets, the bad one always back on the payment page, with the input and the reservation kept.",
    },
    {
      id: "P57",
      says: "A browser test has the same result alone, in any order, in any split, and with any number of workers.",
      missing: "No test repeats the browser tests in other orders, splits and numbers of workers.",
    },
    {
      id: "P58",
      says: "After a run of the browser tests none of its reservations outlasts its expiry, and the report accounts for each.",
    },
    {
      id: "P59",
      says: "Trouble with the environment ends with exit code 2, and only a failure of the product with 1.",
    },
    {
      id: "P60",
      says: "No trace, report or other file of a run contains a credential, or a card number that is not on the test list.",
    },
  ],
};
