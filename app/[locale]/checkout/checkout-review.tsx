import { ChevronDown } from "lucide";
import type { Route } from "next";
import { getTranslations } from "next-intl/server";
import { EmptyCartForm } from "#app/[locale]/_components/empty-cart-form.tsx";
import { codeWords } from "#app/code-words.ts";
import { OrderLines } from "#components/cart/order-lines.tsx";
import { Price } from "#components/cart/price.tsx";
import { SummaryRows, SummaryTotal } from "#components/cart/summary-total.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { WideOpen } from "#components/ui/wide-open.tsx";
import type { CartEvent, CartView } from "#lib/cart/cart-view.ts";
import { currentSeller } from "#lib/catalogue/seller.ts";
import type { Locale } from "#lib/i18n/routing.ts";

type CheckoutReviewProps = {
  readonly view: CartView;
  readonly locale: Locale;
  /** Links to change the order. They are shown below, also while the review is closed. */
  readonly changes: readonly { readonly href: Route; readonly label: string }[];
};

/** The reserved tickets and their price, with links to change them and to empty the cart. */
export async function CheckoutReview({ view, locale, changes }: CheckoutReviewProps) {
  return (
    <>
      <CartReview view={view} locale={locale} />
      <div className="mt-1 flex flex-wrap items-start gap-x-4 px-0.5 text-sm lg:gap-x-5 lg:px-5">
        {changes.map(({ href, label }) => (
          <a
            key={href}
            href={href}
            className="inline-flex min-h-11 items-center text-accent-text underline underline-offset-4"
          >
            {label}
          </a>
        ))}
        <EmptyCartForm locale={locale} />
      </div>
    </>
  );
}

/** The reserved tickets and their price with all fees. Folded on a phone, where it still shows the total. */
async function CartReview({ view: { events, count, summary }, locale }: Omit<CheckoutReviewProps, "changes">) {
  const [t, refusedCodes] = await Promise.all([getTranslations("Cart"), codeWords(summary.refusedCodes, locale)]);
  const title = t("review");
  return (
    <WideOpen className="group overflow-hidden rounded-xl border border-line bg-surface shadow-raise lg:details-content:h-auto lg:details-content:[content-visibility:visible]">
      <summary className="flex min-h-14 list-none items-center justify-between gap-4 px-5 py-3 [&::-webkit-details-marker]:hidden">
        <span className="flex min-w-0 flex-col">
          <span className="hidden font-semibold lg:inline">{title}</span>
          <span className="line-clamp-2 font-semibold lg:hidden">
            {events.length === 1 ? events[0]?.eventName : title}
          </span>
          <span className="text-sm text-ink-muted">
            {events.length > 1 ? t("countOf", { count, events: events.length }) : t("count", { count })}
          </span>
        </span>
        <span className="flex shrink-0 items-center gap-3">
          <Price money={summary.total} locale={locale} free={t("free")} className="text-lg font-semibold lg:hidden" />
          <Icon
            of={ChevronDown}
            className="size-5 text-ink-muted transition-transform duration-150 ease-out group-open:rotate-180 lg:hidden"
          />
        </span>
      </summary>
      <div className="flex flex-col gap-5 border-t border-line px-5 pt-4 pb-5">
        {events.map((event) => (
          <ReviewedEvent key={event.eventId} event={event} locale={locale} />
        ))}
        <div className="flex flex-col gap-4 border-t border-line pt-4">
          <SummaryRows summary={summary} locale={locale} />
          {refusedCodes.map((reason) => (
            <p key={reason} className="text-sm font-medium text-bad">
              {reason}
            </p>
          ))}
          <SummaryTotal total={summary.total} saved={summary.saved} locale={locale} />
        </div>
      </div>
    </WideOpen>
  );
}

type ReviewedEventProps = { readonly event: CartEvent; readonly locale: Locale };

function ReviewedEvent({ event: { eventName, place, dates }, locale }: ReviewedEventProps) {
  return (
    <div className="flex flex-col gap-2">
      <div>
        <h2 className="font-text text-base font-semibold">
          <bdi>{eventName}</bdi>
        </h2>
        {place !== undefined && <p className="text-sm text-ink-muted">{place}</p>}
      </div>
      {dates.map(({ eventDateId, when, lines }) => (
        <div key={eventDateId} className="flex flex-col gap-1">
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
            <bdi>{name}</bdi>
          </b>
        ),
      })}
    </p>
  );
}
