import type { Mutant } from "./mutant.ts";

const PAYMENT = "service/src/payments/domain/payment.ts";
const CURRENCY_DIGITS = "service/src/platform/domain/currency-digits.ts";
const ADMISSIONS = "service/src/admissions/store/admissions.ts";

/** Payments and the arithmetic of amounts. */
export const PAYMENT_MUTANTS: readonly Mutant[] = [
  {
    name: "payment: any amount is accepted",
    breaks: "P09",
    file: PAYMENT,
    text: "return sum === due && Number.isSafeInteger(sum) ? paid : undefined;",
    becomes: "return Number.isSafeInteger(sum) ? paid : undefined;",
    red: { file: "service/src/payments/domain/payment.test.ts", test: "P09: of all amounts, only the exact one pays" },
  },
  {
    name: "payment: a second payment starts while one is open",
    breaks: "P04",
    file: PAYMENT,
    text: " && !rows.some(isBeingPaid);",
    becomes: ";",
    red: {
      file: "service/src/payments/domain/payment.test.ts",
      test: "another part is being paid for: WRONG_STATE",
    },
  },
  {
    name: "payment: an unlocked cart can be paid",
    breaks: "P04: only LOCKED becomes PROCESSING",
    file: PAYMENT,
    text: 'sales.every(({ status }) => status === "LOCKED")',
    becomes: "sales.length > 0",
    red: { file: "service/src/payments/domain/payment.test.ts", test: "not locked yet: WRONG_STATE" },
  },
  {
    name: "payment: the service charges before the attempt is written",
    breaks: "P06",
    file: "service/src/payments/use-cases/open-attempt.ts",
    text: `  if (isPriced) await retakeUses(tx, cartKey);
`,
    becomes: `  if (isPriced) await retakeUses(tx, cartKey);
  if (request.card) await world.processor.authorise(world.newId(), due.amount, request.card);
`,
    red: {
      file: "service/test/payments/reconcile.test.ts",
      test: "P06: returns the sale to LOCKED after two absences when the process was killed before charging",
    },
  },
  {
    name: "payment: a lost answer is reported as declined",
    breaks: "P05",
    file: "service/src/payments/use-cases/pay-cart.ts",
    text: `  if (authorised === "not_known") return { kind: "not_known" };
  if (authorised === "not_sent") {`,
    becomes: `  if (authorised === "not_known" || authorised === "not_sent") {`,
    red: {
      file: "service/test/payments/reconcile.test.ts",
      test: "P05: completes a payment whose authorisation answer was lost with one charge",
    },
  },
  {
    name: "payment: one negative read counts as never charged",
    breaks: "P05",
    file: "service/src/payments/use-cases/settle-payments.ts",
    text: "if (attempt.absences + 1 >= ABSENCES_ENOUGH)",
    becomes: "if (attempt.absences + 1 >= 1)",
    red: { file: "service/test/payments/reconcile.test.ts", test: "does not end an attempt after one absence" },
  },
  {
    name: "payment: a charge whose answer is lost is sent to the processor again",
    breaks: "P04",
    file: "service/src/payments/outside/processor-over-http.ts",
    text: `const received = await send("POST", "payments", { idempotencyKey: attemptId, body });
      if (typeof received === "string") return received;`,
    becomes: `let received = await send("POST", "payments", { idempotencyKey: attemptId, body });
      if (typeof received === "string") received = await send("POST", "payments", { idempotencyKey: attemptId, body });
      if (typeof received === "string") return received;`,
    red: {
      file: "service/src/payments/outside/processor-over-http.test.ts",
      test: "a connection closed after the request leaves the charge not known, and is sent once",
    },
  },
  {
    name: "payment: an authorisation without places is not voided",
    breaks: "P07",
    file: "service/src/payments/use-cases/follow-charge.ts",
    text: 'return sold === "give_back" ? giveBack(world, attempt, charge) : afterTheEnd(world, sold, charge);',
    becomes: 'return sold === "give_back" ? "not_known" : afterTheEnd(world, sold, charge);',
    red: {
      file: "service/test/payments/pay.test.ts",
      test: "P07: ends the sale UNFULFILLED and refunds the charge when its places are lost before confirmation",
    },
  },
  {
    name: "money: every currency has two decimals",
    breaks: "P10",
    file: CURRENCY_DIGITS,
    text: "return OTHER_DIGITS.get(currency) ?? 2;",
    becomes: "return OTHER_DIGITS.has(currency) ? 2 : 2;",
    red: {
      file: "service/test/catalogue/currencies.test.ts",
      test: "P10: KWD: keeps a price exact from the ticket type to the payment, and refuses too many decimals",
    },
  },
  {
    name: "money: decimals come from the runtime's locale data",
    breaks: "stored amounts do not depend on the runtime",
    file: CURRENCY_DIGITS,
    text: "return OTHER_DIGITS.get(currency) ?? 2;",
    becomes: `const format = new Intl.NumberFormat("en", { style: "currency", currency });
  return OTHER_DIGITS.size > 0 ? (format.resolvedOptions().maximumFractionDigits ?? 2) : 2;`,
    red: {
      file: "service/test/catalogue/currencies.test.ts",
      test: "P10: HUF: keeps a price exact from the ticket type to the payment, and refuses too many decimals",
    },
  },
  {
    name: "money: a migration omits one column",
    breaks: "a migration converts all stored amounts",
    file: "service/migrations/0021_iso_4217_minor_units.sql",
    text: "UPDATE sale_saving SET minor = minor * factor",
    becomes: "UPDATE sale_saving SET minor = minor",
    red: {
      file: "service/test/platform/old-database.test.ts",
      test: "converts amounts in HUF, stored without decimals, to hundredths everywhere",
    },
  },
  {
    name: "money: excess decimals are truncated",
    breaks: "P09",
    file: "service/src/platform/domain/money.ts",
    text: `if (significant.length > digits) return undefined;
  const minor = Number(whole + significant.padEnd(digits, "0"));`,
    becomes: `const minor = Number(whole + significant.slice(0, digits).padEnd(digits, "0"));`,
    red: {
      file: "service/src/platform/domain/money.property.test.ts",
      test: "P10: refuses one decimal too many, unless it is a zero",
    },
  },
  {
    name: "money: an exponent in an amount is ignored",
    breaks: "a JSON number has the value that JSON defines",
    file: "service/src/payments/http/exact-json.ts",
    text: "plainDecimal(source ??",
    becomes: "(source ??",
    red: {
      file: "service/test/platform/unreadable-requests.test.ts",
      test: "P09: reads an amount with an exponent as JSON does, in both pay calls",
    },
  },
  {
    name: "money: a duplicate JSON key is accepted",
    breaks: "a duplicate key is refused",
    file: "service/src/platform/http/json-body.ts",
    text: "if (path !== undefined) return",
    becomes: "if (path === rawBody) return",
    red: {
      file: "service/test/platform/unreadable-requests.test.ts",
      test: "P09: refuses a repeated key by its path, on every call with a body",
    },
  },
  {
    name: "door: a cancelled date admits",
    breaks: "a cancelled date or event admits nobody",
    file: "service/src/admissions/store/admissions.ts",
    text: "AND NOT (event.cancelled OR date.cancelled)",
    becomes: "AND NOT event.cancelled",
    red: {
      file: "service/test/payments/called-off.test.ts",
      test: "refuses admission to a date that is cancelled, and admits once it is reinstated",
    },
  },
  {
    name: "money: the fee is left out of what is due",
    breaks: "P50",
    file: "service/src/reservations/domain/validate.ts",
    text: "sum + (type.priceMinor + type.feeMinor) * quantity, 0);",
    becomes: "sum + type.priceMinor * quantity, 0);",
    red: {
      file: "service/test/reservations/reserve.test.ts",
      test: "takes the places of a reservation and returns its price",
    },
  },
  {
    name: "paid: the remainder of a division is assigned to no admission",
    breaks: "the amounts of a sale's admissions add up to its total",
    file: ADMISSIONS,
    text: " + CASE WHEN nth <= whole.minor % line.quantity THEN 1 ELSE 0 END",
    becomes: "",
    red: {
      file: "service/test/admissions/paid-per-admission.test.ts",
      test: "splits three tickets at 10.00 with 10.00 off the order into 6.67, 6.67 and 6.66",
    },
  },
  {
    name: "paid: an admission's share ignores the savings",
    breaks: "a refund is exactly what was paid",
    file: ADMISSIONS,
    text: " - coalesce(sum(minor), 0)::bigint AS minor",
    becomes: " - coalesce(sum(minor - minor), 0)::bigint AS minor",
    red: {
      file: "service/test/admissions/paid-per-admission.test.ts",
      test: "adds up admissions, and lines after savings, to the total of the sale",
    },
  },
  {
    name: "card: the service skips the Luhn check",
    breaks: "a card number passes the Luhn check",
    file: "service/src/payments/http/methods/credit-card.ts",
    text: "/^\\d{12,19}$/.test(digits) && isLuhn(digits)",
    becomes: "/^\\d{12,19}$/.test(digits)",
    red: {
      file: "service/test/payments/amounts.test.ts",
      test: "refuses an impossible card number before charging: two neighbours are swapped",
    },
  },
  {
    name: "card: the processor skips the Luhn check",
    breaks: "a card number passes the Luhn check",
    file: "service/processor/domain/card.ts",
    text: "return sum % 10 === 0;",
    becomes: "return sum >= 0;",
    red: {
      file: "service/processor/domain/card.test.ts",
      test: "refuses a number with one digit changed or two neighbours swapped",
    },
  },
  {
    name: "payment: an event cancelled after the lock is charged",
    breaks: "a cancelled event is not charged",
    file: "service/src/payments/use-cases/open-attempt.ts",
    text: "if (isOff || (",
    becomes: "if ((",
    red: {
      file: "service/test/payments/called-off.test.ts",
      test: "charges nothing for a date that is cancelled after the cart was locked",
    },
  },
];
