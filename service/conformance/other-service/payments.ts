import { type Answer, ok, problem } from "./answers.ts";
import type { PaymentRow, SaleShapes } from "./sale-shapes.ts";
import { type Sale, type Sales, totalOf } from "./sales.ts";

/** What happens to each unpaid sale of a cart, the oldest first. A sale without an entry is charged. */
export type Plan = readonly ("pay" | "refuse" | "leave")[];

/** One movement of money at the card's bank. */
export type LedgerEntry = {
  readonly kind: "authorisation" | "capture" | "declined";
  readonly amount: string;
  readonly sale: string;
};

const GOOD_CARD = "4111111111111111";

/**
 * Opens the payments of the service. It charges each sale of a cart separately, and goes on after a refused one. A card
 * other than the good card is refused.
 */
export function openPayments(sales: Sales, shapes: SaleShapes, now: () => Date) {
  const ledger: LedgerEntry[] = [];
  let plan: Plan = [];

  function charge(sale: Sale, card: string, step: Plan[number] = "pay"): PaymentRow {
    const cents = totalOf(sale);
    const amount = (cents / 100).toFixed(2);
    if (step === "leave") return { sale };
    if (cents > 0 && (step === "refuse" || card !== GOOD_CARD)) {
      ledger.push({ kind: "declined", amount, sale: sale.key });
      return { sale, type: "REFUSED", cents };
    }
    if (cents > 0) {
      ledger.push({ kind: "authorisation", amount, sale: sale.key }, { kind: "capture", amount, sale: sale.key });
      sale.transactions.push({ method: "CREDIT_CARD", cents, at: now() });
    }
    sales.change(sale, "CONFIRMED");
    return { sale, type: "SUCCESS", cents };
  }

  return {
    ledger,

    /** Sets what happens to the sales of the next payments, until it is set again. */
    setPlan(next: Plan): void {
      plan = next;
    },

    payCart(cartId: string, body: Readonly<Record<string, unknown>>): Answer {
      const inCart = sales.inCart(cartId);
      const open = inCart.filter(({ state }) => state !== "CONFIRMED");
      const due = open.reduce((sum, sale) => sum + totalOf(sale), 0);
      const answer = (type: string, payments: readonly PaymentRow[] = []) =>
        ok({ payments: payments.map(shapes.paymentRow), amount: shapes.amountDue(due), type });
      if (open.length === 0) return answer("NO_SALES");
      if (open.some(({ state }) => state !== "LOCKED")) return answer("WRONG_STATE");
      if (typeof body.amount !== "number") return problem(400, "The amount is not a number.");
      if (Math.round(body.amount * 100) !== due) return answer("WRONG_AMOUNT");
      const { number = "" } = Object(body.creditCard) as { readonly number?: unknown };
      const card = String(number).replaceAll(/\D/g, "");
      const payments = open.map((sale, at) => charge(sale, card, plan[at]));
      return answer(payments.every(({ type }) => type === "SUCCESS") ? "SUCCESS" : "REFUSED", payments);
    },

    /** `POST /reservation/{key}/payment`: this service has no box office, so every method but a card is refused. */
    payReservation(sale: Sale, body: Readonly<Record<string, unknown>>): Answer {
      const amounts = Object(body.amounts) as Readonly<Record<string, unknown>>;
      if (typeof amounts.CREDIT_CARD !== "number") return problem(403, "This user may take card payments only.");
      if (sale.state !== "LOCKED") return ok({ type: "WRONG_STATE", payments: [] });
      if (Math.round(amounts.CREDIT_CARD * 100) !== totalOf(sale)) return ok({ type: "WRONG_AMOUNT", payments: [] });
      const { number = "" } = Object(body.creditCard) as { readonly number?: unknown };
      const payment = charge(sale, String(number).replaceAll(/\D/g, ""));
      return ok({ payments: [shapes.paymentRow(payment)], type: payment.type });
    },
  };
}
