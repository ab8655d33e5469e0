import { getLocale, getTranslations } from "next-intl/server";
import { orderReference, paymentsOfOrder, receiptOfOrder } from "#app/[locale]/sales/[link]/order.ts";
import type { TicketedSale } from "#app/[locale]/sales/[link]/tickets.ts";
import { OrderLines } from "#components/cart/order-lines.tsx";
import { SummaryRows, SummaryTotal } from "#components/cart/summary-total.tsx";
import { currentSeller } from "#lib/catalogue/seller.ts";
import { formatMoney, isZero } from "#lib/domain/money/money.ts";

/** The service's payment methods, and the key of each text. */
const METHODS: Readonly<Record<string, "methodCard" | "methodCash" | "methodVoucher">> = {
  CREDIT_CARD: "methodCard",
  CASH: "methodCash",
  VOUCHER: "methodVoucher",
};

/** The receipt of an order: the lines of all events, savings, and the total. */
export async function OrderReceipt({ sales }: { readonly sales: readonly TicketedSale[] }) {
  const [t, tCart, locale, seller] = await Promise.all([
    getTranslations("Sale"),
    getTranslations("Cart"),
    getLocale(),
    currentSeller(),
  ]);
  const receipt = receiptOfOrder(sales);
  if (receipt === undefined) return null;
  const { events, subtotal, savings, total } = receipt;
  const saved = savings.length > 0 ? { minor: subtotal.minor - total.minor, currency: total.currency } : undefined;
  const payments = paymentsOfOrder(sales);
  const isSplit = new Set(payments.map(({ method }) => method)).size > 1;
  const paidBy = payments.map(({ method, amount }) => {
    const name = t(METHODS[method] ?? "methodOther");
    return isSplit && amount ? `${name} ${formatMoney(amount, locale)}` : name;
  });
  const methods = isZero(total) ? t("methodFree") : [...new Set(paidBy)].join(", ");
  const buyer = sales.find(({ sale }) => sale.buyer)?.sale.buyer;
  return (
    <section
      aria-labelledby="receipt"
      className="flex flex-col gap-4 rounded-xl border border-line bg-surface p-5 shadow-raise"
    >
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="receipt" className="text-2xl">
          {t("receipt")}
        </h2>
        <p className="figures text-sm text-ink-muted">{t("order", { reference: orderReference(sales) })}</p>
      </div>
      {events.map(({ key, name, lines }) => (
        <div key={key}>
          <h3 className="font-text text-base font-semibold">
            <bdi>{name}</bdi>
          </h3>
          <OrderLines
            lines={lines}
            locale={locale}
            words={{ free: tCart("free"), each: (price) => tCart("each", { price }) }}
            className="py-1.5"
          />
        </div>
      ))}
      {saved && (
        <div className="border-t border-line pt-4">
          <SummaryRows
            summary={{ subtotal, saved, rows: savings.map((row) => ({ ...row, name: row.name || t("saved") })) }}
            locale={locale}
            words={{ subtotal: tCart("subtotal") }}
          />
        </div>
      )}
      <div className="border-t border-line pt-4">
        <SummaryTotal
          total={total}
          saved={undefined}
          locale={locale}
          words={{ total: t("total"), included: t("fees"), free: tCart("free"), youSave: () => "" }}
        />
      </div>
      <dl className="flex flex-col gap-2 border-t border-line pt-4 text-sm">
        {methods !== "" && <Row term={t("method")}>{methods}</Row>}
        {buyer && <Row term={t("buyer")}>{`${buyer.firstName} ${buyer.lastName}`.trim()}</Row>}
        <Row term={t("soldBy")}>{seller.name}</Row>
      </dl>
    </section>
  );
}

function Row({ term, children }: { readonly term: string; readonly children: React.ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-ink-muted">{term}</dt>
      <dd className="text-end">{children}</dd>
    </div>
  );
}
