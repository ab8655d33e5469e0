import type { Areas } from "./promised.ts";

/** The promises about stock and outages. */
export const SALES: Areas = {
  "Reservations and sales": [
    {
      id: "P28",
      says: "When many more buyers race for the last places, exactly those places are sold, each other buyer gets one clear refusal, and no request fails. A full queue refuses at once as busy.",
    },
    {
      id: "P29",
      says: "A reservation of several ticket types takes all of its places or none, and concurrent reservations in any order never deadlock.",
    },
    { id: "P30", says: "Once reservations have expired, each of their places is free again, once." },
    {
      id: "P31",
      says: "Any sequence of reserving, locking, paying, declining, expiring, releasing, killing, restarting and clock changes leaves the state that a small model predicts.",
      missing: "The model knows no killed process, restart or change of clock, and runs its steps one after the other.",
    },
    {
      id: "P32",
      says: "Killing any process at any moment loses no sale and sells no place twice.",
    },
    {
      id: "P33",
      says: "Each paid order gets at least one mail, all copies with one Message-ID. An unpaid order gets none.",
    },
    {
      id: "P34",
      says: "Tickets are on the order page right after the payment, whether or not mail can be sent.",
    },
    {
      id: "P35",
      says: "While the service is down or its answers make no sense, pages are shown from the last good copy for up to 24 hours, also after a restart, and sell nothing.",
    },
    {
      id: "P36",
      says: "A refused credential causes one alarm and at most one call in ten seconds, however many requests need the service.",
    },
    {
      id: "P37",
      says: "With ten times the load that it can serve, the service completes the payments under way, keeps most of its throughput, and refuses the rest with Retry-After.",
      missing:
        "No test overloads the service. Reservations are refused only where 12,000 wait for one event, or too long.",
    },
    {
      id: "P38",
      says: "A rolling restart during a sale fails no payment and loses no input.",
    },
    {
      id: "P39",
      says: "A waiting room admits visitors by a published rule. A pass cannot be shared or replayed, and a position never gets worse.",
      missing: "There is no waiting room.",
    },
    {
      id: "P40",
      says: "The countdown is right to the second after sleep, after a return from the browser's page cache, with a wrong device clock, and after a change of time zone.",
      missing:
        "With a device clock that was set forward the countdown ends too soon, and resumes once the service was asked. The other cases have no test.",
    },
    {
      id: "P41",
      says: "An event close to a change of the clocks is shown, sold and exported at its instant and in its venue's local time.",
      missing: "No test compares service, database and browser over one table of such dates.",
    },
    {
      id: "P42",
      says: "A service process whose clock is an hour wrong decides reservations and payments like any other.",
    },
  ],
};
