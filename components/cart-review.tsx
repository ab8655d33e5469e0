import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { Price } from "#components/price.tsx";
import { WideOpen } from "#components/wide-open.tsx";
import type { Money } from "#lib/domain/money.ts";
import type { Saving } from "#lib/domain/saving.ts";

export type ReviewLine = {
  readonly name: string;
  readonly quantity: number;
  readonly total: Money;
  /** Which rule took what off it. */
  readonly savings: readonly Saving[];
};

export type ReviewEvent = {
  readonly eventId: number;
  readonly eventName: string;
  readonly place?: string;
  readonly dates: readonly {
    readonly eventDateId: number;
    readonly when?: string;
    readonly lines: readonly ReviewLine[];
  }[];
};

export type CartReviewProps = {
  readonly events: readonly ReviewEvent[];
  readonly savings: readonly Saving[];
  readonly total: Money;
  readonly locale: string;
  /** "2 tickets", what it is called, and what stands beside the total. */
  readonly words: {
    readonly title: string;
    readonly count: string;
    readonly total: string;
    readonly included: string;
    readonly free: string;
  };
  /** Goes below the lines of the tickets: where to change them, who buys them. */
  readonly children?: ReactNode;
};

/** What is held and what it costs, all in. Closed on a phone it still shows the total. */
export function CartReview({ events, savings, total, locale, words, children }: CartReviewProps) {
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
          <Price money={total} locale={locale} free={words.free} className="text-lg font-semibold" />
          <ChevronDown
            aria-hidden="true"
            className="size-5 text-ink-muted transition-transform duration-150 ease-out group-open:rotate-180 lg:hidden"
          />
        </span>
      </summary>
      <div className="flex flex-col gap-5 border-t border-line px-5 pt-4 pb-5">
        {events.map((event) => (
          <EventOf key={event.eventId} {...event} locale={locale} free={words.free} />
        ))}
        <Savings savings={savings} locale={locale} />
        <div className="flex items-baseline justify-between gap-4 border-t border-line pt-4">
          <p className="flex flex-col">
            <span className="font-semibold">{words.total}</span>
            <span className="text-sm text-ink-muted">{words.included}</span>
          </p>
          <Price money={total} locale={locale} free={words.free} className="text-xl font-semibold" />
        </div>
        {children}
      </div>
    </WideOpen>
  );
}

function EventOf({ eventName, place, dates, locale, free }: ReviewEvent & { locale: string; free: string }) {
  return (
    <div className="flex flex-col gap-2">
      <div>
        <h2 className="font-text text-base font-semibold">
          <bdi>{eventName}</bdi>
        </h2>
        {place !== undefined && <p className="text-sm text-ink-muted">{place}</p>}
      </div>
      {dates.map((date) => (
        <DateLines key={date.eventDateId} {...date} locale={locale} free={free} />
      ))}
    </div>
  );
}

type DateLinesProps = Omit<ReviewEvent["dates"][number], "eventDateId"> & {
  readonly locale: string;
  readonly free: string;
};

/** What is held for one date: how many of what, and what it comes to. */
export function DateLines({ when, lines, locale, free }: DateLinesProps) {
  return (
    <div className="flex flex-col gap-1">
      {when !== undefined && <p className="figures text-sm text-ink-muted">{when}</p>}
      <ul className="flex flex-col gap-1">
        {lines.map(({ name, quantity, total, savings }) => (
          <li key={name}>
            <p className="flex justify-between gap-4">
              <span>
                <span className="figures">{quantity}</span> × <bdi>{name}</bdi>
              </span>
              <Price money={total} locale={locale} free={free} />
            </p>
            {savings.map((saving) => (
              <p key={saving.rule} className="flex justify-between gap-4 text-sm text-ok">
                <span>{saving.name}</span>
                <Off {...saving} locale={locale} />
              </p>
            ))}
          </li>
        ))}
      </ul>
    </div>
  );
}

type SavingsProps = Pick<CartReviewProps, "savings" | "locale">;

/** Each rule that takes something off, by its own name. */
export function Savings({ savings, locale }: SavingsProps) {
  return savings.map((saving) => (
    <p key={saving.rule} className="flex justify-between gap-4 font-medium text-ok">
      <span>{saving.name}</span>
      <Off {...saving} locale={locale} />
    </p>
  ));
}

/** What is taken off, written as one word: "−$9.70". */
function Off({ amount: { minor, currency }, locale }: Pick<Saving, "amount"> & { readonly locale: string }) {
  return <Price money={{ minor: -minor, currency }} locale={locale} />;
}
