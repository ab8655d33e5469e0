import { ReceiptText } from "lucide";
import { getLocale, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { OrderLines } from "#components/cart/order-lines.tsx";
import { negativeAmount, SummaryRows, SummaryTotal } from "#components/cart/summary-total.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { spanInFull } from "#lib/catalogue/dates/span-text.ts";
import { currentSeller } from "#lib/catalogue/seller.ts";
import { momentText } from "#lib/i18n/date-text.ts";
import { orderReference, paymentOfOrder, type Receipt, receiptOfOrder, timeZoneOfOrder } from "#lib/orders/order.ts";
import { datesOf, type TicketedSale } from "#lib/orders/tickets.ts";
import { fullName } from "#lib/ticketing/model/buyer.ts";
import { formatMoney } from "#lib/ticketing/model/money.ts";
import type { Refund } from "#lib/ticketing/model/sale.ts";

/** The receipt of an order: the lines of all events, savings, and the total. */
export async function OrderReceipt({ sales, link }: { sales: readonly TicketedSale[]; link: string }) {
  const [t, locale, seller] = await Promise.all([getTranslations("Sale"), getLocale(), currentSeller()]);
  const receipt = receiptOfOrder(sales);
  if (receipt === undefined) return null;
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
      <ReceiptSums sales={sales} receipt={receipt} heading="h3" />
      <dl className="flex flex-col gap-2 border-t border-line pt-4 text-sm">
        <ReceiptPayment sales={sales} />
        {buyer && <ReceiptRow term={t("buyer")}>{fullName(buyer)}</ReceiptRow>}
        <ReceiptRow term={t("soldBy")}>{seller.name}</ReceiptRow>
      </dl>
      <a
        href={`/${locale}/sales/${encodeURIComponent(link)}/receipt`}
        className={buttonClass("secondary", "w-full text-sm")}
      >
        <Icon of={ReceiptText} className="size-4.5" />
        {t("saveReceipt")}
      </a>
    </section>
  );
}

/** The parts of a receipt that the order page and the printed receipt share. */

type PaidOrder = { readonly sales: readonly TicketedSale[]; readonly receipt: Receipt };

/** The lines of all events, savings, the total, the tax in it, and refunds. */
export async function ReceiptSums({ sales, receipt, heading: Heading }: PaidOrder & { readonly heading: "h2" | "h3" }) {
  const [t, locale] = await Promise.all([getTranslations("Sale"), getLocale()]);
  const { events, subtotal, savings, total, tax, refunds } = receipt;
  const saved = savings.length > 0 ? { minor: subtotal.minor - total.minor, currency: total.currency } : undefined;
  const included = [t("fees"), ...(tax ? [t("tax", { tax: formatMoney(tax, locale) })] : [])].join(" ");
  return (
    <>
      {events.map(({ key, name, lines }) => (
        <div key={key}>
          <Heading className="font-text text-base font-semibold">
            <bdi>{name}</bdi>
          </Heading>
          {datesOf(sales.find(({ reference }) => reference === key)?.tickets ?? []).map((date) => (
            <p key={date.id} className="figures text-sm text-balance text-ink-muted print:text-black">
              {spanInFull(date, locale, date.timeZone, "short")}
            </p>
          ))}
          <OrderLines lines={lines} locale={locale} className="py-1.5" />
        </div>
      ))}
      {saved && (
        <div className="border-t border-line pt-4">
          <SummaryRows
            summary={{ subtotal, saved, rows: savings.map((row) => ({ ...row, name: row.name || t("saved") })) }}
            locale={locale}
          />
        </div>
      )}
      <div className="border-t border-line pt-4">
        <SummaryTotal total={total} locale={locale} words={{ total: t("total"), included }} />
      </div>
      {refunds.length > 0 && (
        <dl className="flex flex-col gap-2 border-t border-line pt-4">
          {refunds.map((refund) => (
            <RefundRows
              key={`${refund.created} ${refund.amount.minor}`}
              refund={refund}
              zone={timeZoneOfOrder(sales)}
            />
          ))}
        </dl>
      )}
    </>
  );
}

/** What a refund gave back and, apart from it, what went to a voucher that cannot spend it. */
async function RefundRows({ refund, zone }: { readonly refund: Refund; readonly zone: string }) {
  const [t, locale] = await Promise.all([getTranslations("Sale"), getLocale()]);
  const { amount, created, isUnderWay, voucherEndsAt, hasNewVoucher, unspendable } = refund;
  const given = { ...amount, minor: amount.minor - (unspendable?.amount.minor ?? 0) };
  const when = created !== undefined && (
    <span className="block text-sm text-ink-muted">{momentText(created, locale, zone, "short")}</span>
  );
  return (
    <>
      {given.minor > 0 && (
        <div className="flex justify-between gap-4">
          <dt>
            <span>{t(isUnderWay ? "refundUnderWay" : "refundRow")}</span>
            {when}
            {voucherEndsAt !== undefined && (
              <span className="block text-sm">
                {t("voucherEnds", { when: momentText(voucherEndsAt, locale, zone, "short") })}
              </span>
            )}
            {hasNewVoucher && <span className="block text-sm">{t("voucherNew")}</span>}
          </dt>
          <dd className="figures font-semibold">{negativeAmount(given, locale)}</dd>
        </div>
      )}
      {unspendable && (
        <div className="flex justify-between gap-4">
          <dt>
            <span>{t(unspendable.state === "WAITING" ? "voucherWaiting" : "voucherLeft")}</span>
            {when}
          </dt>
          <dd className="figures font-semibold">{formatMoney(unspendable.amount, locale)}</dd>
        </div>
      )}
    </>
  );
}

/** How and when the order was paid: "Card", "22 Nov 2026, 2:41 pm". */
export async function ReceiptPayment({ sales }: Pick<PaidOrder, "sales">) {
  const [t, locale] = await Promise.all([getTranslations("Sale"), getLocale()]);
  const { methods, paidAt, timeZone } = paymentOfOrder(sales, locale, (method) => t(method));
  return (
    <>
      {methods !== "" && <ReceiptRow term={t("method")}>{methods}</ReceiptRow>}
      {paidAt !== undefined && (
        <ReceiptRow term={t("paidOn")}>
          <time dateTime={paidAt}>{momentText(paidAt, locale, timeZone, "short")}</time>
        </ReceiptRow>
      )}
    </>
  );
}

export function ReceiptRow({ term, children }: { readonly term: string; readonly children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="shrink-0 text-ink-muted print:text-black">{term}</dt>
      <dd className="min-w-0 text-end wrap-anywhere">{children}</dd>
    </div>
  );
}
