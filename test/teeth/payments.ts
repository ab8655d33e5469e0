import type { Bug } from "./bug.ts";

const PAYMENT = "service/src/domain/payment.ts";
const PRICE_CART = "service/src/domain/pricing/price-cart.ts";
const PRICES = "service/src/domain/pricing/price-cart.test.ts";

/** What is charged, how often, and how much. */
export const PAYMENT_BUGS: readonly Bug[] = [
  {
    name: "payment: any amount pays",
    breaks: "P09",
    file: PAYMENT,
    text: "return sum === due && Number.isSafeInteger(sum) ? cardMinor : undefined;",
    becomes: "return Number.isSafeInteger(sum) ? cardMinor : undefined;",
    red: { file: "service/src/domain/payment.test.ts", test: "of all amounts, only the exact one pays" },
  },
  {
    name: "payment: a cart that is being paid for may be paid for again",
    breaks: "P04",
    file: PAYMENT,
    text: " && !rows.some(isBeingPaid);",
    becomes: ";",
    red: {
      file: "service/src/domain/payment.test.ts",
      test: "another part is being paid for: WRONG_STATE",
    },
  },
  {
    name: "payment: what is not locked may be paid for",
    breaks: "P04: LOCKED becomes PROCESSING, and nothing else does",
    file: PAYMENT,
    text: 'sales.every(({ status }) => status === "LOCKED")',
    becomes: "sales.length > 0",
    red: { file: "service/src/domain/payment.test.ts", test: "not locked yet: WRONG_STATE" },
  },
  {
    name: "payment: the service charges before the attempt is written",
    breaks: "P06",
    file: "service/src/use-cases/open-attempt.ts",
    text: `  if (isPriced) await retakeUses(tx, cartKey);
`,
    becomes: `  if (isPriced) await retakeUses(tx, cartKey);
  if (card) await world.processor.authorise(world.newId(), due.amount, card);
`,
    red: {
      file: "service/test/reconcile.test.ts",
      test: "killed between writing the attempt and charging: two silences let the hold go on",
    },
  },
  {
    name: "payment: an answer that was lost is told as declined",
    breaks: "P05",
    file: "service/src/use-cases/pay-cart.ts",
    text: `  if (authorised === "not_known") return { kind: "not_known" };
  if (authorised === "not_sent") {`,
    becomes: `  if (authorised === "not_known" || authorised === "not_sent") {`,
    red: {
      file: "service/test/reconcile.test.ts",
      test: "the answer to the charge is lost: nobody guesses, and the reconciler finishes it with one charge",
    },
  },
  {
    name: "payment: one silence of the processor is taken for never charged",
    breaks: "P05",
    file: "service/src/use-cases/settle-payments.ts",
    text: "if (attempt.absences + 1 >= ABSENCES_ENOUGH)",
    becomes: "if (attempt.absences + 1 >= 1)",
    red: { file: "service/test/reconcile.test.ts", test: "lost, then found: one silence is no answer" },
  },
  {
    name: "payment: a charge whose answer is lost is sent to the processor again",
    breaks: "P04",
    file: "service/src/outside/processor-over-http.ts",
    text: `const received = await send("POST", "payments", { idempotencyKey: attemptId, body });
      if (typeof received === "string") return received;`,
    becomes: `let received = await send("POST", "payments", { idempotencyKey: attemptId, body });
      if (typeof received === "string") received = await send("POST", "payments", { idempotencyKey: attemptId, body });
      if (typeof received === "string") return received;`,
    red: {
      file: "service/src/outside/processor-over-http.test.ts",
      test: "a connection closed after the request leaves the charge not known, and is asked for once",
    },
  },
  {
    name: "payment: money that was set aside without places stays taken",
    breaks: "P07",
    file: "service/src/use-cases/follow-charge.ts",
    text: 'return sold === "places_gone" ? giveBack(world, attempt, charge) : afterTheEnd(world, sold, charge);',
    becomes: 'return sold === "places_gone" ? "not_known" : afterTheEnd(world, sold, charge);',
    red: {
      file: "service/test/pay.test.ts",
      test: "tickets that vanish between charge and confirmation: the sale ends UNFULFILLED and the money goes back",
    },
  },
  {
    name: "money: every currency has two decimals",
    breaks: "P10",
    file: "service/src/domain/money.ts",
    text: "const digits = format.resolvedOptions().maximumFractionDigits ?? 2;",
    becomes: "const digits = format === undefined ? 0 : 2;",
    red: {
      file: "service/test/currencies.test.ts",
      test: "KWD: a price is exact from the ticket type to the till, and one too fine is refused",
    },
  },
  {
    name: "money: an amount that is too fine is cut off instead of refused",
    breaks: "P09",
    file: "service/src/domain/money.ts",
    text: `if (significant.length > digits) return undefined;
  const minor = Number(whole + significant.padEnd(digits, "0"));`,
    becomes: `const minor = Number(whole + significant.slice(0, digits).padEnd(digits, "0"));`,
    red: {
      file: "service/src/domain/money.property.test.ts",
      test: "one decimal too many is no amount, unless it is a zero",
    },
  },
  {
    name: "money: the fee is left out of what is due",
    breaks: "P50",
    file: "service/src/domain/reservation-request.ts",
    text: "totalMinor += (type.priceMinor + type.feeMinor) * quantity;",
    becomes: "totalMinor += type.priceMinor * quantity;",
    red: { file: "service/test/reserve.test.ts", test: "a reservation takes its places and says what it costs" },
  },
  {
    name: "money: half a cent is rounded against the buyer",
    breaks: "half a minor unit is rounded in the buyer's favour",
    file: "service/src/domain/pricing/off.ts",
    text: "(BigInt(minor) * percentage + BigInt(WHOLE / 2)) / BigInt(WHOLE)",
    becomes: "(BigInt(minor) * percentage) / BigInt(WHOLE)",
    red: { file: PRICES, test: "takes a percentage off to the half cent, in the buyer's favour" },
  },
  {
    name: "money: what is left over when a saving is shared out goes to nobody",
    breaks: "P10: the parts add up",
    file: "service/src/domain/pricing/off.ts",
    text: "shares[index] = (shares[index] ?? 0) + 1;",
    becomes: "shares[index] = shares[index] ?? 0;",
    red: { file: PRICES, test: "shares what comes off an order to the last unit: 10.00 off three lines of 30.00" },
  },
  {
    name: "pricing: the first rule is taken, and not the best",
    breaks: "the lowest price",
    file: PRICE_CART,
    text: "if (minor > (best?.minor ?? 0)) best = { rule, minor };",
    becomes: "if (best === undefined && minor > 0) best = { rule, minor };",
    red: { file: PRICES, test: "is the lowest that any choice of savings allows" },
  },
  {
    name: "pricing: an order's saving is taken off the whole, and not off what is left",
    breaks: "what is saved once is not saved twice",
    file: PRICE_CART,
    text: "const left = gross.map((minor, index) => minor - savedOn(ofTickets, index));",
    becomes: "const left = gross;",
    red: { file: PRICES, test: "is the lowest that any choice of savings allows" },
  },
  {
    name: "pricing: a rule takes its part off twice",
    breaks: "a ticket has one saving of its own",
    file: PRICE_CART,
    text: "const savings = [...ofTickets, ...ofOrder(lines, left, rules)];",
    becomes: "const savings = [...ofTickets, ...ofTickets, ...ofOrder(lines, left, rules)];",
    red: { file: PRICES, test: "takes a percentage off what the buyer sees: 10 % of two at 48.50 is 9.70" },
  },
  {
    name: "card: the service passes a mistyped number on",
    breaks: "the last digit of a card number answers for the others",
    file: "service/src/http/sales/payment-body.ts",
    text: "/^\\d{12,19}$/.test(digits) && isLuhn(digits)",
    becomes: "/^\\d{12,19}$/.test(digits)",
    red: {
      file: "service/test/amounts.test.ts",
      test: "a card number that cannot be one is refused before anything is tried: two neighbours are swapped",
    },
  },
  {
    name: "card: the processor takes a mistyped number for a card",
    breaks: "the last digit of a card number answers for the others",
    file: "service/processor/domain/card.ts",
    text: "return sum % 10 === 0;",
    becomes: "return sum >= 0;",
    red: {
      file: "service/processor/domain/card.test.ts",
      test: "a number with one digit changed, or two neighbours swapped, is not a card",
    },
  },
  {
    name: "payment: what was called off since it was locked is paid for",
    breaks: "no money is taken for what does not take place",
    file: "service/src/use-cases/open-attempt.ts",
    text: "if (isOff || (",
    becomes: "if ((",
    red: {
      file: "service/test/called-off.test.ts",
      test: "no money is taken for a date that is called off once the cart was locked",
    },
  },
];
