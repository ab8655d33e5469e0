import { getTranslations } from "next-intl/server";
import { LinkEnded } from "#app/[locale]/(shop)/sales/[link]/_components/link-ended.tsx";
import { PrintButton } from "#app/[locale]/(shop)/sales/[link]/_components/receipt/print-button.tsx";
import {
  ReceiptPayment,
  ReceiptRow,
  ReceiptSums,
} from "#app/[locale]/(shop)/sales/[link]/_components/receipt/receipt.tsx";
import { ToOrder } from "#app/[locale]/(shop)/sales/[link]/_components/to-order.tsx";
import { pageWithFallbacks } from "#app/[locale]/page-with-fallbacks.tsx";
import { SECRET_ADDRESS } from "#app/page-metadata.ts";
import { PageTitle } from "#app/page-title.tsx";
import { currentBrand, currentSeller } from "#lib/catalogue/seller.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { shownEmail } from "#lib/mail/order-email.ts";
import { orderReference, receiptOfOrder } from "#lib/orders/order.ts";
import { openPaidTickets } from "#lib/orders/tickets.ts";
import { fullName } from "#lib/ticketing/model/buyer.ts";

type ReceiptProps = PageProps<"/[locale]/sales/[link]/receipt">;

export const metadata = SECRET_ADDRESS;

export default pageWithFallbacks(ReceiptPage, { Missing: LinkEnded, unavailable: "order" });

/** The receipt of an order on one sheet, to print or to save. */
async function ReceiptPage({ params }: ReceiptProps, locale: Locale) {
  const { link } = await params;
  const sales = await openPaidTickets(link);
  const receipt = sales && receiptOfOrder(sales);
  if (sales === undefined || receipt === undefined) return undefined;

  const [t, seller, brand] = await Promise.all([getTranslations("Sale"), currentSeller(), currentBrand()]);
  const buyer = sales.find(({ sale }) => sale.buyer)?.sale.buyer;
  return (
    <div className="gutter mx-auto flex w-full max-w-2xl flex-col gap-6 pt-6 pb-16 lg:pt-10 print:max-w-none print:p-0 print:text-black">
      <p className="flex flex-wrap items-center justify-between gap-4 print:hidden">
        <ToOrder locale={locale} link={link} isInRow>
          {t("backToOrder")}
        </ToOrder>
        <PrintButton label={t("print")} />
      </p>
      <article className="flex flex-col gap-5 rounded-xl border border-line bg-surface p-6 shadow-raise lg:p-10 print:border-0 print:bg-white print:p-0 print:[box-shadow:none]">
        <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4">
          <div>
            <h1 className="text-3xl">{t("receipt")}</h1>
            <p className="figures mt-1 text-ink-muted print:text-black">
              {t("order", { reference: orderReference(sales) })}
            </p>
          </div>
          <div className="sm:text-end">
            <p className="font-semibold">
              <bdi>{seller.name}</bdi>
            </p>
            {seller.name !== brand.name && (
              <p className="text-sm text-ink-muted print:text-black">
                <bdi>{brand.name}</bdi>
              </p>
            )}
            {seller.email !== undefined && (
              <p className="text-sm text-ink-muted print:text-black">
                <bdi>{seller.email}</bdi>
              </p>
            )}
          </div>
        </header>
        <dl className="flex flex-col gap-2 border-y border-line py-4 text-sm">
          {buyer && (
            <ReceiptRow term={t("buyer")}>
              <bdi>{fullName(buyer)}</bdi>
              <br />
              <bdi>{await shownEmail(sales)}</bdi>
            </ReceiptRow>
          )}
          <ReceiptPayment sales={sales} />
        </dl>
        <ReceiptSums sales={sales} receipt={receipt} heading="h2" />
      </article>
      {/* Browsers propose the title as the name of the file. */}
      <PageTitle>{`${t("receipt")} ${orderReference(sales)}`}</PageTitle>
    </div>
  );
}
