import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { GuestBoard } from "#app/[locale]/sales/[link]/_components/guest-board.tsx";
import { Receipt } from "#app/[locale]/sales/[link]/_components/receipt.tsx";
import { SaleHead } from "#app/[locale]/sales/[link]/_components/sale-head.tsx";
import { SaleHelp } from "#app/[locale]/sales/[link]/_components/sale-help.tsx";
import { TicketList } from "#app/[locale]/sales/[link]/_components/ticket-list.tsx";
import { Unsettled } from "#app/[locale]/sales/[link]/_components/unsettled.tsx";
import { openTickets } from "#app/[locale]/sales/[link]/tickets.ts";

export async function generateMetadata({ params }: PageProps<"/[locale]/sales/[link]">): Promise<Metadata> {
  const { locale } = await params;
  const t = await getTranslations({ locale, namespace: "Sale" });
  return { title: t("title"), robots: { index: false, follow: false }, referrer: "same-origin" };
}

/** The tickets themselves, for whoever has the link. Several sales of one payment stand one after another. */
export default async function SalePage({ params }: PageProps<"/[locale]/sales/[link]">) {
  const { locale, link } = await params;
  setRequestLocale(locale);
  const sales = await openTickets(link);
  if (sales === undefined) notFound();

  const t = await getTranslations("Sale");
  const paid = sales.filter(({ sale }) => sale.status === "CONFIRMED");
  const several = sales.length > 1;

  return (
    <div className="gutter mx-auto max-w-6xl overflow-x-clip pt-6 pb-12 lg:pt-10 print:max-w-none print:p-0">
      {sales
        .filter(({ sale }) => sale.status !== "CONFIRMED")
        .map((unsettled) => (
          <Unsettled key={unsettled.reference} {...unsettled} />
        ))}
      {several && paid.length > 0 && <h1 className="mb-8 text-4xl print:hidden">{t("going")}</h1>}
      {paid.map((sale, index) => (
        <article
          key={sale.reference}
          className="grid gap-x-14 gap-y-10 border-line not-first:mt-14 not-first:border-t not-first:pt-10 lg:grid-cols-[minmax(0,24rem)_minmax(0,1fr)] lg:grid-rows-[auto_1fr] print:block print:not-first:mt-0 print:not-first:break-before-page print:not-first:border-0 print:not-first:pt-0"
        >
          <SaleHead {...sale} link={link} several={several} first={index === 0} />
          <TicketList {...sale} className="lg:col-start-2 lg:row-span-2 lg:row-start-1" />
          <div className="flex flex-col gap-5 print:hidden">
            <GuestBoard {...sale} link={link} />
            <Receipt {...sale} />
            <SaleHelp eventId={sale.sale.eventId} />
          </div>
        </article>
      ))}
    </div>
  );
}
