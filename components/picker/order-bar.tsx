"use client";

import { lazy, Suspense } from "react";
import { loadWithRetry } from "#components/load-with-retry.ts";
import { Button } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { lowestPriceAmong } from "#lib/catalogue/picker/picker-data.ts";
import type { PickerWords } from "#lib/catalogue/picker/picker-words.ts";
import { dayAndTime, plural } from "#lib/i18n/words.ts";
import { addMoney, formatMoney, isZero, timesMoney } from "#lib/ticketing/model/money.ts";
import { BarTotal } from "./bar-total.tsx";
import { chosenOf } from "./picker-fields.tsx";
import type { Choosing } from "./use-choice.ts";

type OrderBarProps = {
  readonly choosing: Choosing;
  readonly pending: boolean;
  readonly locale: string;
  readonly words: PickerWords;
  /** Inside a promoter's page, whose bottom edge is not ours. */
  readonly inFrame?: boolean;
  /** Disables the button without script, where nothing can be selected. */
  readonly needsScript?: boolean;
};

/** Loaded with the first selected ticket: before that there is nothing to save. */
const QuotedTotal = lazy(async () => ({
  default: (await loadWithRetry(() => import("./quoted-total.tsx"))).QuotedTotal,
}));

/** At the window's edge also on a wide screen, so that the tickets pass under it and not around it. */
const PLACES = {
  page: "fixed inset-x-0 bottom-0 z-30 bg-surface pb-[env(safe-area-inset-bottom)] shadow-bar lg:sticky lg:rounded-xl lg:border lg:border-line",
  frame: "rounded-xl border border-line bg-surface",
};

/** The chosen date, number of tickets, total and button: at the bottom of a phone's screen, below the tickets on a wide one. */
export function OrderBar({ choosing, pending, locale, words, inFrame = false, needsScript = false }: OrderBarProps) {
  const { data, date } = choosing;
  const chosen = chosenOf(choosing);
  const hasGoods = chosen.some(({ ticket }) => date?.merchandise.includes(ticket));
  const count = chosen.reduce((sum, { quantity }) => sum + quantity, 0);
  const [first, ...others] = chosen.map(({ ticket, quantity }) => timesMoney(ticket.allIn, quantity));
  const total = first && others.reduce(addMoney, first);
  const shown = total ?? lowestPriceAmong(date ? [date] : data.dates);
  const price = shown && (isZero(shown) ? words.free : formatMoney(shown, locale));
  const isStart = total === undefined && shown !== undefined && !isZero(shown);
  return (
    <div
      data-bar={inFrame ? undefined : "order"}
      className={classNames(PLACES[inFrame ? "frame" : "page"], needsScript && "script-only")}
    >
      <div
        className={classNames(
          inFrame ? "px-4" : "gutter",
          "flex min-h-19 items-center justify-between gap-4 py-2 max-[22rem]:gap-3",
        )}
      >
        <p className="script-only flex min-w-0 grow flex-col text-xs/tight text-ink-muted">
          {date && <bdi className="figures font-semibold text-ink">{dayAndTime(date.day, date.time, locale)}</bdi>}
          <span>
            {total === undefined
              ? words[date ? "none" : "chooseDate"]
              : plural(words[hasGoods ? "chosenItems" : "chosen"], count, locale)}
          </span>
          {price !== undefined &&
            (total === undefined ? (
              <BarTotal>{isStart ? <StartingAt words={words.from} price={price} /> : price}</BarTotal>
            ) : (
              <Suspense fallback={<BarTotal>{price}</BarTotal>}>
                <QuotedTotal choosing={choosing} full={price} />
              </Suspense>
            ))}
        </p>
        <Button
          pending={pending}
          pendingLabel={words.reserving}
          className="min-w-37 shrink-0 px-4 max-[22rem]:min-w-0 max-[22rem]:px-3"
        >
          {words.reserve}
        </Button>
      </div>
    </div>
  );
}

/** "From $28.00", of which the price is the large part. */
function StartingAt({ words, price }: { readonly words: string; readonly price: string }) {
  const [before = "", after = ""] = words.split("{price}");
  const small = "font-text text-xs font-normal text-ink-muted";
  return (
    <>
      {before !== "" && <span className={small}>{before.trimEnd()}</span>}{" "}
      <span className="whitespace-nowrap">{price}</span>
      <span className={small}>{after}</span>
    </>
  );
}
