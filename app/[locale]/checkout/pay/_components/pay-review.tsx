import type { Route } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { OrderLines } from "#components/cart/order-lines.tsx";
import { SummaryRows, SummaryTotal } from "#components/cart/summary-total.tsx";
import { Poster } from "#components/poster/poster.tsx";
import type { CartEvent, CartView } from "#lib/cart/cart-view.ts";
import { pictureOfEvent } from "#lib/catalogue/pictures/page-pictures.ts";
import { brand } from "#lib/env.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { inSection } from "#lib/i18n/words.ts";
import { type Buyer, OPTIONAL_BUYER_FIELDS } from "#lib/ticketing/model/buyer.ts";
import { hueOf } from "#lib/tickets/art/accent.ts";

type PayReviewProps = {
  readonly view: CartView;
  readonly buyer: Buyer;
  readonly locale: Locale;
  /** Below the total: what a voucher pays of it. */
  readonly children: ReactNode;
};

/** The order before payment: tickets, total and buyer. */
export async function PayReview({ view: { events, summary }, buyer, locale, children }: PayReviewProps) {
  const t = await getTranslations("Pay");
  return (
    <section
      aria-label={t("review")}
      className="overflow-hidden rounded-xl border border-line bg-surface shadow-raise lg:sticky lg:top-6"
    >
      <div className="flex flex-col gap-4 p-4 lg:p-5">
        {events.map((event) => (
          <EventRow key={event.eventId} event={event} locale={locale} />
        ))}
      </div>
      <div className="flex flex-col gap-3 border-t border-line p-4 lg:p-5">
        <SummaryRows summary={summary} locale={locale} />
        <SummaryTotal total={summary.total} locale={locale} />
        {children}
        <details>
          <summary className="inline-flex min-h-11 items-center text-sm text-accent-text underline underline-offset-4">
            {t("breakdown")}
          </summary>
          {events.map(({ eventId, eventName, dates }) => (
            <div key={eventId} className="pt-2 text-sm">
              <p className="text-ink-muted">
                <bdi>{eventName}</bdi>
              </p>
              {dates.map(({ eventDateId, lines }) => (
                <OrderLines key={eventDateId} lines={lines} locale={locale} className="py-0.5" />
              ))}
            </div>
          ))}
        </details>
      </div>
      <div className="flex items-center justify-between gap-4 border-t border-line bg-sunken px-4 py-3 lg:px-5">
        <div className="min-w-0 text-sm">
          <h2 className="sr-only">{t("buyer")}</h2>
          <p className="font-semibold">{`${buyer.firstName} ${buyer.lastName}`}</p>
          <p className="break-words text-ink-muted">{buyer.email}</p>
          {OPTIONAL_BUYER_FIELDS.map((name) => (
            <p key={name} className="text-ink-muted empty:hidden">
              {buyer[name]}
            </p>
          ))}
        </div>
        <a
          href={`/${locale}/checkout` as Route}
          className="tap inline-flex shrink-0 items-center justify-center text-sm text-accent-text underline underline-offset-4"
        >
          {t("edit")}
          <span className="sr-only"> {t("buyer")}</span>
        </a>
      </div>
    </section>
  );
}

type EventRowProps = { readonly event: CartEvent; readonly locale: Locale };

async function EventRow({ event: { eventId, eventName, dates }, locale }: EventRowProps) {
  const picture = await pictureOfEvent(eventId);
  return (
    <div className="flex items-start gap-3">
      <div className="mt-0.5 w-12 shrink-0 overflow-hidden rounded-md">
        <Poster
          eventId={eventId}
          picture={picture}
          brandHue={hueOf(brand().BRAND_COLOUR)}
          use="thumb"
          className="aspect-square"
        />
      </div>
      <div className="min-w-0">
        <h2 className="font-text text-base font-semibold">
          <bdi>{eventName}</bdi>
        </h2>
        {dates.map(({ eventDateId, when, lines }) => (
          <p key={eventDateId} className="text-xs text-ink-muted">
            {when !== undefined && <span className="figures block">{when}</span>}
            <span className="figures block">
              {lines
                .map(({ quantity, name, section }) => `${quantity} × ${inSection(name, section, locale)}`)
                .join(" · ")}
            </span>
          </p>
        ))}
      </div>
    </div>
  );
}
