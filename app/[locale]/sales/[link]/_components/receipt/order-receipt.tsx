import { ReceiptText } from "lucide";
import { getLocale, getTranslations } from "next-intl/server";
import {
  ReceiptPayment,
  ReceiptRow,
  ReceiptSums,
} from "#app/[locale]/sales/[link]/_components/receipt/receipt-parts.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { currentSeller } from "#lib/catalogue/seller.ts";
import { orderReference, receiptOfOrder } from "#lib/orders/order.ts";
import type { TicketedSale } from "#lib/orders/tickets.ts";

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
        {buyer && <ReceiptRow term={t("buyer")}>{`${buyer.firstName} ${buyer.lastName}`.trim()}</ReceiptRow>}
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
