import { ChevronDown } from "lucide";
import type { ReactNode } from "react";
import { OrderLines } from "#components/cart/order-lines.tsx";
import { Price } from "#components/cart/price.tsx";
import { SummaryRows, SummaryTotal } from "#components/cart/summary-total.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { WideOpen } from "#components/ui/wide-open.tsx";
import type { ListedLine } from "#lib/cart/order-lines.ts";
import type { Summary } from "#lib/cart/summary.ts";

type ReviewEvent = {
  readonly eventId: number;
  readonly eventName: string;
  readonly place?: string;
  readonly dates: readonly {
    readonly eventDateId: number;
    readonly when?: string;
    readonly lines: readonly ListedLine[];
  }[];
};

type CartReviewProps = {
  readonly events: readonly ReviewEvent[];
  readonly summary: Summary;
  readonly locale: string;
  /** Texts: title, "2 tickets", and those beside the amounts. */
  readonly words: {
    readonly title: string;
    readonly count: string;
    readonly subtotal: string;
    readonly total: string;
    readonly included: string;
    readonly free: string;
    readonly each: (price: string) => string;
    readonly youSave: (amount: string) => string;
  };
  /** Shown below the lines: links to change the tickets, the buyer. */
  readonly children?: ReactNode;
};

/** The reserved tickets and their price with all fees. Folded on a phone, where it still shows the total. */
export function CartReview({ events, summary, locale, words, children }: CartReviewProps) {
  return (
    <WideOpen className="group overflow-hidden rounded-xl border border-line bg-surface shadow-raise lg:details-content:h-auto lg:details-content:[content-visibility:visible]">
      <summary className="flex min-h-14 list-none items-center justify-between gap-4 px-5 py-3 [&::-webkit-details-marker]:hidden">
        <span className="flex min-w-0 flex-col">
          <span className="hidden font-semibold lg:inline">{words.title}</span>
          <span className="line-clamp-2 font-semibold lg:hidden">
            {events.length === 1 ? events[0]?.eventName : words.title}
          </span>
          <span className="text-sm text-ink-muted">{words.count}</span>
        </span>
        <span className="flex shrink-0 items-center gap-3">
          <Price money={summary.total} locale={locale} free={words.free} className="text-lg font-semibold lg:hidden" />
          <Icon
            of={ChevronDown}
            className="size-5 text-ink-muted transition-transform duration-150 ease-out group-open:rotate-180 lg:hidden"
          />
        </span>
      </summary>
      <div className="flex flex-col gap-5 border-t border-line px-5 pt-4 pb-5">
        {events.map((event) => (
          <ReviewedEvent key={event.eventId} {...event} locale={locale} words={words} />
        ))}
        <div className="flex flex-col gap-4 border-t border-line pt-4">
          <SummaryRows summary={summary} locale={locale} words={words} />
          <SummaryTotal total={summary.total} saved={summary.saved} locale={locale} words={words} />
        </div>
        {children}
      </div>
    </WideOpen>
  );
}

type ReviewedEventProps = ReviewEvent & Pick<CartReviewProps, "locale" | "words">;

function ReviewedEvent({ eventName, place, dates, locale, words }: ReviewedEventProps) {
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
          <OrderLines lines={lines} locale={locale} words={words} className="py-0.5" />
        </div>
      ))}
    </div>
  );
}
