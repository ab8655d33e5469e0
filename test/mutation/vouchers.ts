import type { Mutant } from "./mutant.ts";

const VOUCHERS_TEST = "service/test/payments/vouchers.test.ts";

/** What a voucher pays, once, and what comes back to it. */
export const VOUCHER_MUTANTS: readonly Mutant[] = [
  {
    name: "vouchers: a balance is taken without looking at it",
    breaks: "a voucher is never overspent",
    file: "service/src/payments/store/vouchers.ts",
    text: " AND balance_minor >= $4",
    becomes: "",
    red: {
      file: VOUCHERS_TEST,
      test: "many carts pay by one voucher at once: its balance is spent and never overspent",
    },
  },
  {
    name: "vouchers: an attempt that ended unpaid keeps the voucher's part",
    breaks: "a payment that failed takes nothing",
    file: "service/src/payments/use-cases/settle-attempt.ts",
    text: 'if (state !== "PAID") await giveBackParts(tx, attempt.id);',
    becomes: 'if (state === "VOIDED") await giveBackParts(tx, attempt.id);',
    red: {
      file: "service/test/payments/voucher-returns.test.ts",
      test: "a declined card returns the voucher's part, and the next card pays with it again",
    },
  },
  {
    name: "vouchers: a sale that was paid returns its voucher's part",
    breaks: "what is paid stays paid",
    file: "service/src/payments/use-cases/settle-attempt.ts",
    text: 'if (state !== "PAID") await giveBackParts(tx, attempt.id);',
    becomes: "await giveBackParts(tx, attempt.id);",
    red: { file: VOUCHERS_TEST, test: "a voucher pays what it can and the card pays the rest" },
  },
  {
    name: "vouchers: codes are tried without an end",
    breaks: "tries of codes are limited by cart",
    file: "service/src/payments/use-cases/find-usable-voucher.ts",
    text: "  await countTry(tx, name, voucherTriesPerCart);\n",
    becomes: "",
    red: {
      file: VOUCHERS_TEST,
      test: "after five codes that are not valid a cart looks up no code for an hour, and still pays by card",
    },
  },
  {
    name: "vouchers: another account's voucher pays",
    breaks: "an account never reaches another's data",
    file: "service/src/payments/store/vouchers.ts",
    text: "FROM voucher WHERE account_id = $1`;",
    becomes: "FROM voucher WHERE $1::bigint IS NOT NULL`;",
    red: {
      file: VOUCHERS_TEST,
      test: "a voucher that is unknown, another account's, expired, disabled or used up gets one answer and pays nothing",
    },
  },
];
