import "server-only";

import { type ListedLine, mergeLines } from "#lib/cart/order-lines.ts";
import { comma } from "#lib/i18n/words.ts";
import type { TicketedSale } from "#lib/orders/tickets.ts";
import { distinctSection } from "#lib/ticketing/model/admission.ts";
import { addMoney, formatMoney, isZero, type Money } from "#lib/ticketing/model/money.ts";
import { allInPrice } from "#lib/ticketing/model/offering.ts";
import type { Saving } from "#lib/ticketing/model/pricing.ts";
import type { PaymentPart, Refund, Sale } from "#lib/ticketing/model/sale.ts";

/** The receipt of one payment. */
export type Receipt = {
  readonly events: readonly { readonly key: string; readonly name: string; readonly lines: readonly ListedLine[] }[];
  readonly subtotal: Money;
  /** By rule, where the service returns them; else one row without a name. Empty where nothing was saved. */
  readonly savings: readonly Saving[];
  readonly total: Money;
  /** The tax inside the total. Absent where the service does not return it, or there is none. */
  readonly tax?: Money;
  readonly refunds: readonly Refund[];
};

/** The service's payment methods, and the key of each text. */
const METHOD_NAMES: Readonly<Record<string, MethodWord>> = {
  CREDIT_CARD: "methodCard",
  CASH: "methodCash",
  VOUCHER: "methodVoucher",
};

type MethodWord = "methodCard" | "methodCash" | "methodVoucher" | "methodOther" | "methodFree";

/** How and when an order was paid, as its receipt and its mail say it. */
type OrderPayment = {
  /** Such as "Card", or "Gift voucher $20.00, Card $40.00". Empty where the service returns none. */
  readonly methods: string;
  /** ISO 8601. */
  readonly paidAt: string | undefined;
  readonly timeZone: string;
};

type Referable = Pick<TicketedSale, "reference"> & { readonly sale: Pick<Sale, "reference"> };

/** Returns an order's reference: that of its payment, or of one of its sales where the service gives payments none. */
export function orderReference(sales: readonly Referable[]): string {
  const ofPayments = new Set(sales.flatMap(({ sale }) => sale.reference ?? []));
  // Sales that were paid one after the other have one each.
  if (ofPayments.size > 0) return [...ofPayments].join(", ");
  const [first = ""] = sales
    .map(({ reference }) => reference)
    .toSorted((a, b) => a.length - b.length || (a < b ? -1 : 1));
  return first;
}

/**
 * Returns the key under which the tries of one order are counted. It contains the sales' keys, so no page or log may show it.
 */
export function limitKeyOf(sales: readonly { readonly sale: Pick<Sale, "key"> }[]): string {
  return sales
    .map(({ sale }) => sale.key)
    .toSorted()
    .join(" ");
}

/** Returns how and when an order was paid. `word` translates a method's key of `Sale`. */
export function paymentOfOrder(
  sales: readonly Pick<TicketedSale, "sale" | "tickets">[],
  locale: string,
  word: (method: MethodWord) => string,
): OrderPayment {
  const payments = paymentsOfOrder(sales);
  const isSplit = new Set(payments.map(({ method }) => method)).size > 1;
  const paidBy = payments.map(({ method, amount }) => {
    const name = word(METHOD_NAMES[method] ?? "methodOther");
    return isSplit && amount ? `${name} ${formatMoney(amount, locale)}` : name;
  });
  const isFree = sales.every(({ sale }) => isZero(sale.total));
  return {
    methods: isFree ? word("methodFree") : [...new Set(paidBy)].join(comma(locale)),
    paidAt: payments.find(({ created }) => created !== undefined)?.created,
    timeZone: timeZoneOfOrder(sales),
  };
}

/** Returns the zone of the first event: a receipt is a document, so its times do not depend on its reader. */
export function timeZoneOfOrder(sales: readonly Pick<TicketedSale, "tickets">[]): string {
  const zones = sales.flatMap(({ tickets }) => tickets.flatMap(({ eventDate }) => eventDate?.timeZone ?? []));
  return zones[0] ?? "UTC";
}

/** Returns what each method paid. A payment for several sales is listed once. */
function paymentsOfOrder(sales: readonly { readonly sale: Pick<Sale, "payments"> }[]): readonly PaymentPart[] {
  const payments = sales.flatMap(({ sale }) => sale.payments);
  return [...new Map(payments.map((one) => [JSON.stringify(one), one])).values()];
}

/** Returns the receipt. The total is the service's own; where the lines add up to more, the difference is a saving. */
export function receiptOfOrder(sales: readonly TicketedSale[]): Receipt | undefined {
  const [first] = sales;
  if (first === undefined) return undefined;
  const none: Money = { minor: 0, currency: first.sale.total.currency };
  const total = sales.map(({ sale }) => sale.total).reduce(addMoney, none);
  const events = sales.map((sale) => ({ key: sale.reference, name: sale.sale.eventName, lines: linesOf(sale) }));
  const subtotal = events.flatMap(({ lines }) => lines.map((line) => line.total)).reduce(addMoney, none);
  const taxes = sales.flatMap(({ sale }) => sale.tax ?? []);
  const tax = taxes.length === sales.length ? taxes.reduce(addMoney, none) : none;
  return {
    events,
    subtotal,
    savings: savingsOf(sales, subtotal, total),
    total,
    ...(!isZero(tax) && { tax }),
    refunds: sales.flatMap(({ sale }) => sale.refunds ?? []),
  };
}

function savingsOf(sales: readonly TicketedSale[], subtotal: Money, total: Money): readonly Saving[] {
  const byRule = Map.groupBy(
    sales.flatMap(({ sale }) => sale.savings),
    ({ rule }) => rule,
  );
  const savings = [...byRule.values()].flatMap(([one, ...more]) =>
    one ? [{ ...one, amount: more.map(({ amount }) => amount).reduce(addMoney, one.amount) }] : [],
  );
  const saved = { minor: subtotal.minor - total.minor, currency: total.currency };
  const isExplained = savings.reduce((sum, { amount }) => sum + amount.minor, 0) === saved.minor;
  if (saved.minor <= 0) return [];
  return isExplained ? savings : [{ rule: "", name: "", amount: saved }];
}

/** Returns one line for each ticket type, at full price. */
function linesOf({ tickets }: TicketedSale): readonly ListedLine[] {
  return mergeLines(
    tickets.map(({ admission }) => {
      const section = distinctSection(admission.ticketTypeName, admission.section);
      const each = allInPrice(admission);
      return {
        name: admission.ticketTypeName,
        ...(section !== undefined && { section }),
        quantity: 1,
        each,
        total: each,
      };
    }),
  );
}
