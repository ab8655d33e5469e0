import type { Mutant } from "./mutant.ts";

const PLACES = "lib/state/places.ts";
const PLACES_TEST = "lib/state/places.test.ts";
const HELD_TEST = "lib/purchase/reserve/reserved-places.test.ts";
const PROOF = "lib/security/proof.ts";
const PROOF_TEST = "app/[locale]/events/[eventId]/proof.test.ts";

/** Limits of reservations and settings. */
export const ABUSE_MUTANTS: readonly Mutant[] = [
  {
    name: "places: a network has no limit",
    breaks: "live unpaid places are limited per network and event",
    file: PLACES,
    text: "entry.network === network",
    becomes: "entry.network !== network",
    red: {
      file: PLACES_TEST,
      test: "visitors of one network reserve at most 60 of an event's 300 places, with and without proofs",
    },
  },
  {
    name: "places: an order counts only after the service's answer",
    breaks: "concurrent orders count each other",
    file: PLACES,
    text: "  live.set(id, entry);\n",
    becomes: "",
    red: {
      file: PLACES_TEST,
      test: "visitors of one network reserve at most 60 of an event's 300 places, with and without proofs",
    },
  },
  {
    name: "places: the limit counts all networks together",
    breaks: "one network's orders do not block another's",
    file: PLACES,
    text: "network === undefined ? 0 : sumOf(others.filter((entry) => entry.network === network))",
    becomes: "sumOf(others)",
    red: { file: PLACES_TEST, test: "counts another network and another event separately" },
  },
  {
    name: "places: an extended cart counts only until its first end",
    breaks: "places count until the reservation's end",
    file: PLACES,
    text: "endsAt: Math.max(entry.endsAt, endsAt) });",
    becomes: "endsAt: entry.endsAt });",
    red: {
      file: PLACES_TEST,
      test: "an extended cart counts until its new end, and an order without an answer as long as a reservation",
    },
  },
  {
    name: "places: all sales of an extended cart end with the first",
    breaks: "places count until the reservation's own end",
    file: "lib/purchase/reserve/reserved-places.ts",
    text: "endsAt: expiresAt === undefined ? leastEnd : Date.parse(expiresAt),",
    becomes: "endsAt: leastEnd,",
    red: {
      file: HELD_TEST,
      test: "each sale of an extended cart counts until its own end",
    },
  },
  {
    name: "places: places that the service does not release are forgotten",
    breaks: "places count until they are released",
    file: "lib/ticketing/reservations.ts",
    text: 'one?.status === "fulfilled" && one.value',
    becomes: 'one?.status === "fulfilled"',
    red: {
      file: HELD_TEST,
      test: "places that are not released during a payment stay counted",
    },
  },
  {
    name: "places: paid places keep counting",
    breaks: "paid places no longer count",
    file: "lib/state/attempts.ts",
    text: "isZero(found.amount) ? keepFreePlaces : forgetPlaces",
    becomes: "keepFreePlaces",
    red: { file: PLACES_TEST, test: "places count until they are refused, released, expired or paid" },
  },
  {
    name: "places: free orders do not count",
    breaks: "places ordered free of charge keep counting",
    file: "lib/state/attempts.ts",
    text: "isZero(found.amount) ? keepFreePlaces : forgetPlaces",
    becomes: "forgetPlaces",
    red: { file: PLACES_TEST, test: "a free order counts for three more hours, for visitor and network" },
  },
  {
    name: "proof: a proof can be reused",
    breaks: "a proof of work counts once",
    file: PROOF,
    text: 'return withinLimit("proofPerChallenge", data.id);',
    becomes: "return true;",
    red: { file: PROOF_TEST, test: "accepts the browser's proof once" },
  },
  {
    name: "proof: a proof for one event is accepted for another",
    breaks: "a proof of work is bound to its purpose",
    file: PROOF,
    text: " || data.purpose !== purpose",
    becomes: "",
    red: {
      file: PROOF_TEST,
      test: "refuses a proof for another event or purpose, without using it up",
    },
  },
  {
    name: "settings: production starts with one key for two purposes",
    breaks: "production refuses equal keys",
    file: "lib/env-production.ts",
    text: "return first < at ?",
    becomes: "return first > at ?",
    red: {
      file: "lib/env-production.test.ts",
      test: "production refuses one key for cookies and links in one line, and a sandbox starts with it",
    },
  },
  {
    name: "settings: production sends cards to another machine without TLS",
    breaks: "production refuses a processor without TLS",
    file: "service/src/production.ts",
    text: 'processor.protocol === "https:" || ',
    becomes: 'processor.protocol !== "https:" || ',
    red: {
      file: "service/src/settings.test.ts",
      test: "production refuses a processor without TLS in one line, and a sandbox accepts it",
    },
  },
  {
    name: "address: a direct client chooses its address",
    breaks: "with TRUSTED_HOPS=direct only the connection's own address counts",
    file: "cache/direct-address.ts",
    text: 'request.headers["x-forwarded-for"] = request.socket.remoteAddress ?? "";',
    becomes: 'request.headers["x-forwarded-for"] ??= request.socket.remoteAddress ?? "";',
    red: {
      file: "cache/direct-address.test.ts",
      test: "with TRUSTED_HOPS=direct a sent address of 198.51.100.7 reads 127.0.0.1",
    },
  },
  {
    name: "abuse: a try to reserve that the service was too busy for counts as places",
    breaks: "P37",
    file: "lib/purchase/reserve/try-to-reserve.ts",
    text: 'if (outcome === "no_answer") return outcome;',
    becomes: 'if (typeof outcome === "string") return outcome;',
    red: {
      file: "lib/purchase/reserve/try-to-reserve.test.ts",
      test: "P37: tries to reserve that the service was too busy for do not count as places; the control counts those without an answer",
    },
  },
];
