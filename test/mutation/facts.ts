import type { Mutant } from "./mutant.ts";

const FACTS_TEST = "service/test/catalogue/facts.test.ts";

/** What an event states of itself, and the reference of an order. */
export const FACTS_MUTANTS: readonly Mutant[] = [
  {
    name: "facts: two payments of an account may have one reference",
    breaks: "a reference names one order",
    file: "service/migrations/0055_facts.sql",
    text: "CREATE UNIQUE INDEX one_attempt_per_reference",
    becomes: "CREATE INDEX one_attempt_per_reference",
    red: {
      file: "service/test/payments/references.test.ts",
      test: "a reference that the account has used is drawn again, and another account may use it",
    },
  },
  {
    name: "facts: only the attempt gets the reference",
    breaks: "an order is found by the reference that its buyer quotes",
    file: "service/src/payments/use-cases/open-attempt.ts",
    text: '"PROCESSING", { reference });',
    becomes: '"PROCESSING");',
    red: {
      file: "service/test/payments/references.test.ts",
      test: "all sales of a payment have one reference, in the cart and on each receipt, and none before it",
    },
  },
  {
    name: "facts: the doors of a date that moves stay behind",
    breaks: "a ticket says when its doors open",
    file: "service/src/catalogue/use-cases/event-dates.ts",
    text: "doorsLocal === undefined ? moved(was.doorsLocal)",
    becomes: "doorsLocal === undefined ? was.doorsLocal",
    red: { file: FACTS_TEST, test: "returns the time of the doors in the venue's time, and moves it with the start" },
  },
  {
    name: "facts: doors may open after the start",
    breaks: "doors open before the event begins",
    file: "service/src/catalogue/use-cases/arrange-dates.ts",
    text: "(hoursBefore < 0 || ",
    becomes: "(",
    red: {
      file: FACTS_TEST,
      test: "refuses doors after the start, more than a day before it, and at a time that the clocks skip",
    },
  },
  {
    name: "facts: a policy may return more than was paid",
    breaks: "a refund is at most the price",
    file: "service/src/catalogue/http/ticket-shapes.ts",
    text: "percentage: z.int().min(0).max(100),",
    becomes: "percentage: z.int().min(0),",
    red: { file: FACTS_TEST, test: "refuses a refund policy that is incomplete or out of range" },
  },
];
