import type { Mutant } from "./mutant.ts";

const BUSY_TEST = "service/test/payments/busy.test.ts";
const CARDS_TEST = "service/test/payments/card-testing.test.ts";

/** Limits of payments by card: of tries, and of those under way. */
export const CARD_LIMIT_MUTANTS: readonly Mutant[] = [
  {
    name: "charges: any number is under way at once",
    breaks: "P37",
    file: "service/src/payments/use-cases/charges-under-way.ts",
    text: "card === undefined || others >= world.limits.chargesAtOnce",
    becomes: "card === undefined",
    red: {
      file: BUSY_TEST,
      test: "P37: refuses a charge beyond the limit as busy, before anything is written, and takes it afterwards",
    },
  },
  {
    name: "charges: a repeated call at the limit is not compared with its attempt",
    breaks: "P37",
    file: "service/src/payments/use-cases/open-attempt.ts",
    text: "if (earlier) return replay(earlier, prints);",
    becomes: "if (earlier && request.mayCharge) return replay(earlier, prints);",
    red: {
      file: BUSY_TEST,
      test: "P37: at the limit a repeated call is told that its payment is under way, not that nothing was charged",
    },
  },
  {
    name: "charges: one that throws is counted for ever",
    breaks: "P37",
    file: "service/src/payments/use-cases/charges-under-way.ts",
    text: `  try {
    return await pay(true);
  } finally {
    underWay.set(world, (underWay.get(world) ?? 0) - 1);
  }`,
    becomes: `  const paid = await pay(true);
  underWay.set(world, (underWay.get(world) ?? 0) - 1);
  return paid;`,
    red: { file: BUSY_TEST, test: "P37: a payment that the database broke off leaves room for the next" },
  },
  {
    name: "charges: a try that the service was too busy for counts",
    breaks: "P37",
    file: "lib/state/limits.ts",
    text: "await limiter(bucket as Bucket).reward(digest(key), 1);",
    becomes: "await limiter(bucket as Bucket).reward(digest(key), 0);",
    red: {
      file: "lib/purchase/pay/may-try.test.ts",
      test: "P37: tries that the service was too busy for do not count",
    },
  },
  {
    name: "charges: a busy service counts as too many tries of the buyer",
    breaks: "P37",
    file: "lib/ticketing/carts.ts",
    text: 'fault.isServiceAtLimit ? "busy" : "too_many_tries"',
    becomes: '"too_many_tries"',
    red: {
      file: "lib/ticketing/client/service-busy.test.ts",
      test: "P37: payCart reads 429 with BUSY as a busy service: the buyer has done nothing too often",
    },
  },
  {
    name: "cards: tries are limited by cart alone",
    breaks: "tries are limited by card",
    file: "service/src/payments/use-cases/limit-tries.ts",
    text: "return ofCart === undefined && ofCard === undefined ? undefined : Math.max(ofCart ?? 0, ofCard ?? 0);",
    becomes: "return ofCart === undefined ? undefined : Math.max(ofCart, ofCard ?? 0);",
    red: {
      file: CARDS_TEST,
      test: "limits a card to five tries across carts: the sixth charges nothing and names the wait",
    },
  },
  {
    name: "cards: the security code is part of the fingerprint",
    breaks: "a card is identified by its number alone",
    file: "service/src/payments/use-cases/limit-tries.ts",
    text: "world.cardFingerprint(number)",
    becomes: "world.cardFingerprint(number + card.reveal().cvv)",
    red: {
      file: CARDS_TEST,
      test: "limits a card to five tries across carts: the sixth charges nothing and names the wait",
    },
  },
  {
    name: "cards: a settled payment keeps the hash of its card",
    breaks: "no card data outlives its payment",
    file: "service/src/payments/store/attempts.ts",
    text: "card_fingerprint = NULL,",
    becomes: "",
    red: {
      file: CARDS_TEST,
      test: "compares the card of a retry by number and expiry while the attempt is open, and no card once it is settled",
    },
  },
  {
    name: "cards: a decline is not delayed",
    breaks: "approved and declined payments take the same time",
    file: "service/src/payments/use-cases/pay-cart.ts",
    text: "if (isOpened && request.card !== undefined) {",
    becomes: 'if (outcome.kind === "answer" && outcome.answer.type === "SUCCESS") {',
    red: {
      file: CARDS_TEST,
      test: "answers approved and declined cards after the same minimum time, and does not delay a slow one further",
    },
  },
  {
    name: "cards: a surge of declines requires no proof of work",
    breaks: "during card testing every try requires a proof of work",
    file: "lib/state/declines.ts",
    text: "return declines >= DECLINES_MIN",
    becomes: "return declines >= Number.POSITIVE_INFINITY",
    red: {
      file: "lib/purchase/pay/may-try.test.ts",
      test: "during a surge of declines each try needs a proof of work for its own cart",
    },
  },
  {
    name: "cards: production exempts the test cards",
    breaks: "P45, P56",
    file: "service/src/settings.ts",
    text: "new Set(isProduction ? [] : ",
    becomes: "new Set(!isProduction ? [] : ",
    red: { file: "service/src/settings.test.ts", test: "P45: exempts test cards from limits only outside production" },
  },
];
