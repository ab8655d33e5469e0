import type { Mutant } from "./mutant.ts";

const FAULTS_TEST = "service/test/payments/joined-faults.test.ts";

/** Transactions that concurrent purchases share. */
export const SHARED_TRANSACTION_MUTANTS: readonly Mutant[] = [
  {
    name: "payment: after a commit that may have been carried out, shared steps run again",
    breaks: "P06",
    file: "service/src/platform/store/joined-transactions.ts",
    text: "if (mayRunAgain) void runAlone(db, one);",
    becomes: "if (mayRunAgain || one) void runAlone(db, one);",
    red: {
      file: "service/test/platform/joined-transactions.test.ts",
      test: "after a commit whose outcome is not known every member fails, and none runs again",
    },
  },
  {
    name: "payment: a shared transaction is committed although a purchase in it has failed",
    breaks: "P06",
    file: "service/src/platform/store/lockstep.ts",
    text: "  if (fault) throw fault.error;\n  return done",
    becomes: "  return done",
    red: {
      file: "service/test/platform/joined-transactions.test.ts",
      test: "a member that throws after it has written leaves nothing, and the others are written once",
    },
  },
  {
    name: "payment: the end of a payment is counted in a shared transaction that may be rolled back",
    breaks: "a payment is counted once",
    file: "service/src/payments/use-cases/settle-attempt.ts",
    text: "counts.push(() => measureEnd(attempt, state, declineCode));",
    becomes: "measureEnd(attempt, state, declineCode);",
    red: {
      file: FAULTS_TEST,
      test: "payments whose shared commit fails are each counted once, when they are committed",
    },
  },
  {
    name: "payment: shared transactions of tries to pay count a card before another's cart",
    breaks: "no two purchases wait for each other",
    file: "service/src/payments/use-cases/open-attempt.ts",
    text: "const earlier = await findAttemptByKey",
    becomes: "const earlier = idempotencyKey && await findAttemptByKey",
    red: { file: FAULTS_TEST, test: "tries to pay are counted in the same steps with and without an idempotency key" },
  },
  {
    name: "payment: orders of a cancelled event end in a shared transaction",
    breaks: "no two purchases wait for each other",
    file: "service/src/payments/use-cases/settle-attempt.ts",
    text: "if (isCancelled) await leaveJoined(tx);",
    becomes: "",
    red: {
      file: FAULTS_TEST,
      test: "orders whose event was cancelled meanwhile leave the shared transaction, and the others are confirmed together",
    },
  },
  {
    name: "carts: the price of an old cart that a buyer is using is deleted",
    breaks: "a limited code is used at most as often as its limit",
    file: "service/src/reservations/store/abandoned.ts",
    text: " ORDER BY cart_key FOR UPDATE SKIP LOCKED`",
    becomes: "`",
    red: {
      file: "service/test/reservations/abandoned.test.ts",
      test: "keeps the price and the codes of an old cart that a buyer is using",
    },
  },
];
