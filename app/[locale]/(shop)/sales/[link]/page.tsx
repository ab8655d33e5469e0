import { CalendarClock, CalendarX2 } from "lucide";
import type { Metadata, Route } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { GuestBoard, GuestsMissing } from "#app/[locale]/(shop)/sales/[link]/_components/guests/guest-board.tsx";
import { LinkEnded } from "#app/[locale]/(shop)/sales/[link]/_components/link-ended.tsx";
import { OfflineOrder, OrderAge } from "#app/[locale]/(shop)/sales/[link]/_components/offline/offline-order.tsx";
import { NewLink, OrderHead } from "#app/[locale]/(shop)/sales/[link]/_components/order-head.tsx";
import { OrderHelp } from "#app/[locale]/(shop)/sales/[link]/_components/order-help.tsx";
import { OrderReceipt } from "#app/[locale]/(shop)/sales/[link]/_components/receipt/receipt.tsx";
import { SaleHead } from "#app/[locale]/(shop)/sales/[link]/_components/sale-head.tsx";
import { TicketList, viewsOf } from "#app/[locale]/(shop)/sales/[link]/_components/tickets/ticket-list.tsx";
import { Unsettled } from "#app/[locale]/(shop)/sales/[link]/_components/unsettled.tsx";
import { WaysBack } from "#app/[locale]/(shop)/sales/[link]/_components/ways-back.tsx";
import { pageWithFallbacks } from "#app/[locale]/page-with-fallbacks.tsx";
import { SECRET_ADDRESS } from "#app/page-metadata.ts";
import { PageTitle } from "#app/page-title.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { spanInFull } from "#lib/catalogue/dates/span-text.ts";
import { momentText } from "#lib/i18n/date-text.ts";
import { type OpenChoice, openChoices } from "#lib/orders/date-choices.ts";
import { orderReference, receiptOfOrder } from "#lib/orders/order.ts";
import { reopenedDates } from "#lib/orders/return-tickets.ts";
import { datesOf, isValid, openTickets, orderState, type TicketedSale } from "#lib/orders/tickets.ts";
import { foundLinkEnd } from "#lib/session/links/links.ts";

export async function generateMetadata({ params }: PageProps<"/[locale]/sales/[link]">): Promise<Metadata> {
  const { locale, link } = await params;
  return { ...SECRET_ADDRESS, manifest: `/${locale}/sales/${link}/app-manifest` };
}

export default pageWithFallbacks(SalePage, { Missing: LinkEnded, unavailable: "order" });

/** The tickets of one order by event, with one receipt, for everyone with the link. */
async function SalePage({ params }: PageProps<"/[locale]/sales/[link]">) {
  const { link } = await params;
  const sales = await openTickets(link);
  if (sales === undefined) return undefined;

  const t = await getTranslations("Sale");
  const paid = sales.filter(({ sale }) => sale.status === "CONFIRMED");
  const receipt = receiptOfOrder(paid);
  const reference = orderReference(paid);
  const renderedAt = Date.now();
  const views = viewsOf(paid);
  const state = orderState(paid);
  const isExplained = state !== "valid" && openChoices(paid).length === 0;
  const isForDay = (await foundLinkEnd(link)) !== undefined;

  return (
    <div className="gutter mx-auto max-w-6xl overflow-x-clip pt-6 pb-12 lg:pt-10 print:max-w-none print:p-0">
      {sales
        .filter(({ sale }) => sale.status !== "CONFIRMED")
        .map((unsettled) => (
          <Unsettled key={unsettled.reference} {...unsettled} />
        ))}
      {receipt && (
        <>
          <OrderAge renderedAt={renderedAt} isBanner />
          <OrderHead sales={paid} total={receipt.total} link={link}>
            <WaysBack sales={paid} />
            <ChoicePanel sales={paid} link={link} />
            <MovedDates sales={paid} now={renderedAt} link={link} />
            <GuestsMissing sales={paid} />
          </OrderHead>
          <div className="mt-8 grid gap-x-10 gap-y-6 lg:grid-cols-[minmax(0,1fr)_23.75rem] lg:items-start print:mt-0 print:block">
            <div className="flex flex-col gap-6 print:block">
              <h2 id="tickets" className="text-2xl lg:text-[1.75rem]/8 print:hidden">
                {t("title")}
              </h2>
              {paid.map((sale, index) => (
                <article
                  key={sale.reference}
                  className="overflow-hidden rounded-xl border border-line bg-surface shadow-raise print:overflow-visible print:border-0 print:[box-shadow:none] print:not-first:break-before-page"
                >
                  <SaleHead {...sale} />
                  <TicketList
                    {...sale}
                    orderReference={reference}
                    link={link}
                    isFirst={index === 0}
                    views={views}
                    age={<OrderAge renderedAt={renderedAt} />}
                    isExplained={isExplained}
                  />
                </article>
              ))}
              {paid.length === sales.length && (
                <OfflineOrder sales={paid} reference={reference} renderedAt={renderedAt} link={link} />
              )}
              <p className="text-sm text-ink-muted text-pretty print:hidden">
                {t(isForDay ? "dayLink" : "keep")} {t("private")}
              </p>
            </div>
            <div className="flex flex-col gap-5 print:hidden">
              {paid.map((sale) => (
                <GuestBoard key={sale.reference} {...sale} link={link} isForDay={isForDay} />
              ))}
              <OrderReceipt sales={paid} link={link} />
              <OrderHelp sales={paid} link={link} />
              <NewLink link={link} />
            </div>
          </div>
        </>
      )}
      <PageTitle>{t("title")}</PageTitle>
    </div>
  );
}

type ChoicePanelProps = { readonly sales: readonly TicketedSale[]; readonly link: string };

/** The cancelled dates of an order for which the buyer may choose, or has chosen to keep the tickets. */
async function ChoicePanel({ sales, link }: ChoicePanelProps) {
  const choices = openChoices(sales);
  if (choices.length === 0) return null;
  const [t, locale] = await Promise.all([getTranslations("DateChoice"), getLocale()]);
  const isOpen = choices.some(({ chosen }) => chosen !== "keep");
  // Where it is all of the order, the heading says so.
  const isSaid = choices.length === 1 && isOpen && orderState(sales) !== "valid";
  const canMove = choices.some(({ dates }) => dates.some(({ hasPlaces }) => hasPlaces));
  return (
    <Panel tone={isOpen ? "warn" : "plain"} className="flex gap-3 print:hidden">
      <Icon of={CalendarX2} className="mt-0.5 size-5 shrink-0 text-warn" />
      <div className="flex min-w-0 flex-col items-start gap-1">
        <h2 className="sr-only">{t("title")}</h2>
        {!isSaid &&
          choices.map((choice) => (
            <p key={choice.id} className="font-semibold text-pretty">
              {t(choice.chosen === "keep" ? "keptOf" : "cancelledOf", namesOf(choice, locale))}
            </p>
          ))}
        {isOpen && (
          <p className={isSaid ? "font-semibold text-pretty" : "text-sm"}>{t(canMove ? "optionsMove" : "options")}</p>
        )}
        <a
          href={`/${locale}/sales/${link}/choice` as Route}
          className={buttonClass(isOpen ? "primary" : "secondary", "mt-2")}
        >
          {t(isOpen ? "choose" : "change")}
        </a>
      </div>
    </Panel>
  );
}

type MovedDatesProps = { readonly sales: readonly TicketedSale[]; readonly now: number; readonly link: string };

/** The coming dates of an order that the organiser has moved, and until when their buyers return the tickets alone. */
async function MovedDates({ sales, now, link }: MovedDatesProps) {
  const [t, tRefund, locale] = await Promise.all([getTranslations("Sale"), getTranslations("Refund"), getLocale()]);
  const reopened = reopenedDates(sales, new Date(now), locale);
  const moved = sales.flatMap(({ sale, tickets }) =>
    datesOf(tickets.filter(isValid)).flatMap((date) =>
      date.movedFrom?.by === "ORGANISER" && Date.parse(date.startsAt) > now
        ? [{ ...date, event: sale.eventName, before: date.movedFrom.startsAt, refund: reopened.get(date.id) }]
        : [],
    ),
  );
  if (moved.length === 0) return null;
  return (
    <Panel tone="warn" className="flex gap-3">
      <Icon of={CalendarClock} className="mt-0.5 size-5 shrink-0 text-warn" />
      <div className="flex min-w-0 flex-col gap-1">
        {moved.map(({ id, event, before, refund, ...date }) => (
          <div key={id}>
            <p className="font-semibold text-pretty">
              {t("movedTo", { event, when: spanInFull(date, locale, date.timeZone, "short") })}
            </p>
            <p className="text-sm">{t("movedText", { when: momentText(before, locale, date.timeZone, "short") })}</p>
            {refund !== undefined && (
              <p className="text-sm">
                {t("movedQuestion")} {refund}
              </p>
            )}
          </div>
        ))}
        {reopened.size > 0 && (
          <a
            href={`/${locale}/sales/${link}/refund` as Route}
            className={buttonClass("secondary", "mt-2 self-start print:hidden")}
          >
            {tRefund("link")}
          </a>
        )}
      </div>
    </Panel>
  );
}

/** Returns the event and the cancelled date in words. */
function namesOf({ sale, eventDate }: OpenChoice, locale: string) {
  return {
    event: sale.sale.eventName,
    when: eventDate ? spanInFull(eventDate, locale, eventDate.timeZone, "short") : "",
  };
}
