import { ChevronDown } from "lucide";
import type { Route } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { codeWords } from "#app/code-words.ts";
import { OrderLines } from "#components/cart/order-lines.tsx";
import { Price } from "#components/cart/price.tsx";
import { SummaryRows } from "#components/cart/summary-total.tsx";
import { Poster } from "#components/poster/poster.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { WideOpen } from "#components/ui/wide-open.tsx";
import type { CartEvent, CartView } from "#lib/cart/cart-view.ts";
import { pictureOfEvent } from "#lib/catalogue/pictures/page-pictures.ts";
import { currentSeller } from "#lib/catalogue/seller.ts";
import { contentLanguage } from "#lib/i18n/content-language.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { isZero } from "#lib/ticketing/model/money.ts";
import { currentHue } from "#lib/tickets/art/current-hue.ts";

type CheckoutReviewProps = {
  readonly view: CartView;
  readonly locale: Locale;
  /** Whether a voucher pays a part: the large amount is then the rest, below. */
  readonly isPaidInPart?: boolean;
  /** Below the total, also while the order is closed: what a voucher pays of it. */
  readonly children?: ReactNode;
};

/** The classes of the amount that the buyer pays. */
export const AMOUNT_DUE =
  "font-display text-xl font-bold [font-variant-numeric:proportional-nums] in-[section:has([open])]:text-[1.75rem]/8 lg:text-[1.75rem]/8";

/**
 * The order, once on each step. On a phone it is one line with event, date and total on top, which opens the rest. On a wide screen it
 * is open, beside the form.
 */
export async function CheckoutReview({ view, locale, isPaidInPart = false, children }: CheckoutReviewProps) {
  const { events, count, summary } = view;
  const [t, refusedCodes] = await Promise.all([getTranslations("Cart"), codeWords(summary.refusedCodes, locale)]);
  const title = t("review");
  const [event, ...others] = events;
  const [date, ...otherDates] = event?.dates ?? [];
  const isOneEvent = others.length === 0;
  const whenOfOne = otherDates.length === 0 ? date?.when : t("dates", { count: otherDates.length + 1 });
  const when = isOneEvent ? whenOfOne : t("count", { count });
  return (
    <section
      aria-label={title}
      className="reserved-only flex flex-wrap items-center rounded-xl border border-line bg-surface shadow-raise has-[[open]]:flex-col has-[[open]]:flex-nowrap has-[[open]]:items-stretch lg:sticky lg:top-6 lg:col-start-2 lg:row-span-4 lg:row-start-1 lg:flex-col lg:flex-nowrap lg:items-stretch lg:self-start"
    >
      <WideOpen className="group min-w-0 flex-1 lg:details-content:h-auto lg:details-content:[content-visibility:visible]">
        <summary className="flex min-h-14 list-none items-center gap-2 py-2.5 px-4 lg:px-5 [&::-webkit-details-marker]:hidden">
          <Icon of={ChevronDown} className="size-5 shrink-0 text-ink-muted eased group-open:rotate-180 lg:hidden" />
          <span className="flex min-w-0 flex-col group-open:hidden lg:hidden">
            <bdi lang={isOneEvent ? contentLanguage() : undefined} className="line-clamp-2 text-sm font-semibold">
              {isOneEvent ? event?.eventName : t("events", { count: events.length })}
            </bdi>
            <span className="figures text-xs text-ink-muted">{when}</span>
          </span>
          <span className="hidden flex-col group-open:flex lg:flex">
            <span className="font-semibold">{title}</span>
            <span className="text-sm text-ink-muted">
              {events.length > 1 ? t("countOf", { count, events: events.length }) : t("count", { count })}
            </span>
          </span>
        </summary>
        <div className="flex flex-col gap-4 border-t border-line px-4 py-4 max-lg:max-h-[50dvh] max-lg:overflow-y-auto lg:px-5">
          {events.map((event) => (
            <ReviewedEvent key={event.eventId} event={event} locale={locale} />
          ))}
          <a
            href={`/${locale}/cart` as Route}
            className="reserved-only -my-2.5 inline-flex min-h-11 items-center self-start text-sm text-accent-text underline underline-offset-4"
          >
            {t("editTickets")}
          </a>
          <SummaryRows summary={summary} locale={locale} />
        </div>
      </WideOpen>
      <div className="flex items-center justify-between gap-4 py-2.5 pe-4 in-[section:has([open])]:border-t in-[section:has([open])]:border-line in-[section:has([open])]:ps-4 lg:border-t lg:border-line lg:px-5 lg:py-4">
        <p className="hidden flex-col gap-0.5 in-[section:has([open])]:flex lg:flex">
          <span className="text-lg font-semibold">{t("total")}</span>
          {!isZero(summary.total) && <span className="text-xs text-ink-muted">{t("included")}</span>}
        </p>
        <p>
          <Price
            money={summary.total}
            locale={locale}
            free={t("free")}
            className={isPaidInPart ? "font-semibold" : AMOUNT_DUE}
          />
        </p>
      </div>
      {/* Beside the total that they did not lower, also where the order is folded. */}
      {refusedCodes.map((reason) => (
        <p key={reason} className="w-full px-4 pb-3 text-sm font-medium text-bad lg:px-5">
          {reason}
        </p>
      ))}
      {children}
    </section>
  );
}

type ReviewedEventProps = { readonly event: CartEvent; readonly locale: Locale };

async function ReviewedEvent({ event: { eventId, eventName, place, dates }, locale }: ReviewedEventProps) {
  return (
    <div className="flex flex-col gap-2">
      <div className="flex items-start gap-3">
        <div className="mt-0.5 w-12 shrink-0 overflow-hidden rounded-md">
          <Poster
            eventId={eventId}
            picture={await pictureOfEvent(eventId)}
            brandHue={await currentHue()}
            use="thumb"
            className="aspect-square"
          />
        </div>
        <div className="min-w-0">
          <h2 className="font-text text-base font-semibold">
            <bdi lang={contentLanguage()}>{eventName}</bdi>
          </h2>
          {place !== undefined && <p className="text-sm text-ink-muted">{place}</p>}
        </div>
      </div>
      {dates.map(({ eventDateId, when, lines }) => (
        <div key={eventDateId} className="flex flex-col gap-0.5">
          {when !== undefined && <p className="figures text-sm text-ink-muted">{when}</p>}
          <OrderLines lines={lines} locale={locale} className="py-0.5" />
        </div>
      ))}
    </div>
  );
}

/** The seller of a free order, which has no pay page to name the seller above the button. */
export async function FreeOrderSeller() {
  const [t, seller] = await Promise.all([getTranslations("Details"), currentSeller()]);
  return (
    <p className="text-sm text-ink-muted">
      {t.rich("seller", {
        seller: seller.name,
        b: (name) => (
          <b className="font-semibold text-ink">
            <bdi lang={contentLanguage()}>{name}</bdi>
          </b>
        ),
      })}
    </p>
  );
}
