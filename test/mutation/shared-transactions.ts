import type { Mutant } from "./mutant.ts";

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
];
