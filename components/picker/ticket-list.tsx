"use client";

import { Minus, Plus } from "lucide";
import { useState } from "react";
import { Chip } from "#components/ui/chip.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { useScriptRuns } from "#components/ui/use-script-runs.ts";
import {
  nameIn,
  type PickerSection,
  type PickerTicket,
  type Quantities,
  selectableMaximum,
} from "#lib/catalogue/picker/picker-data.ts";
import { type PickerWords, STATUS_WORDS } from "#lib/catalogue/picker/picker-words.ts";
import { contentLanguage } from "#lib/i18n/content-language.ts";
import { withPlainDigits } from "#lib/i18n/typed-text.ts";
import { fill } from "#lib/i18n/words.ts";
import { formatMoney, isZero } from "#lib/ticketing/model/money.ts";
import { FEW_LEFT_MAX } from "#lib/ticketing/model/offering.ts";
import type { Shortage } from "#lib/ticketing/model/reservation.ts";

type TicketListProps = {
  readonly sections: readonly PickerSection[];
  /** The promoter's texts about all of them. */
  readonly notes?: readonly string[];
  readonly quantities: Quantities;
  readonly hasCode: boolean;
  /** The limit per order, shown once above the tickets; a lower limit is shown on its ticket. */
  readonly limit: number | undefined;
  readonly locale: string;
  readonly words: PickerWords;
  /** The shortages of the last refusal. */
  readonly shortages: readonly Shortage[];
  readonly onStep: (ticket: PickerTicket, by: 1 | -1) => void;
  readonly onType: (ticket: PickerTicket, quantity: number, isDone: boolean) => void;
};

/** Ticket types by section of the venue, with the promoter's texts between them. */
export function TicketList({ sections, notes = [], ...rest }: TicketListProps) {
  return (
    <div className="flex flex-col ruled overflow-clip rounded-xl border border-line bg-surface shadow-raise">
      {sections.map(({ name, items }) => (
        <section key={name} className="flex flex-col">
          {name !== "" && (
            <h3 className="border-b border-line bg-sunken px-4 py-1.5 font-text text-sm font-semibold">
              <bdi lang={contentLanguage()}>{name}</bdi>
            </h3>
          )}
          <div className="flex flex-col ruled">
            {items.map((item) =>
              typeof item === "string" ? (
                <Note key={item} text={item} />
              ) : (
                <Row key={item.id} ticket={item} name={nameIn({ sections }, item, rest.locale)} {...rest} />
              ),
            )}
          </div>
        </section>
      ))}
      {notes.map((text) => (
        <Note key={text} text={text} />
      ))}
    </div>
  );
}

function Note({ text }: { readonly text: string }) {
  return (
    <p className="bg-sunken/50 px-4 py-2 text-xs whitespace-pre-line text-ink-muted">
      <bdi lang={contentLanguage()}>{text}</bdi>
    </p>
  );
}

type RowProps = Omit<TicketListProps, "sections" | "notes"> & {
  readonly ticket: PickerTicket;
  /** Its own among the types of the date. */
  readonly name: string;
};

function Row({ ticket, name, quantities, hasCode, limit, locale, words, shortages, onStep, onType }: RowProps) {
  const { description } = ticket;
  const quantity = quantities[ticket.id] ?? 0;
  const most = selectableMaximum(ticket, hasCode);
  const shortage = shortages.find(({ ticketTypeId }) => ticketTypeId === ticket.id);
  const about = most > 0 ? limitsOf(ticket, limit, words) : [];
  return (
    <fieldset
      aria-label={name}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-2 gap-y-1 ps-4 pe-3 py-2.5"
    >
      {/* On a narrow screen or in a narrow frame the name has a line of its own above the quantity. */}
      <div className="flex min-w-0 flex-col max-[22rem]:contents">
        <p className="leading-snug text-pretty font-semibold max-[22rem]:col-span-full">
          <bdi lang={contentLanguage()}>{ticket.name}</bdi>
        </p>
        <p className="figures flex flex-wrap items-center gap-x-2 leading-snug">
          <span className="whitespace-nowrap">
            {isZero(ticket.allIn) ? words.free : priceText(ticket, locale, words)}
          </span>
          {shortage === undefined && <State ticket={ticket} words={words} />}
        </p>
      </div>
      {most > 0 || quantity > 0 ? (
        <Stepper
          ticketTypeId={ticket.id}
          name={name}
          quantity={quantity}
          most={most}
          words={words}
          onMore={() => onStep(ticket, 1)}
          onFewer={() => onStep(ticket, -1)}
          onType={(quantity, isDone) => onType(ticket, quantity, isDone)}
        />
      ) : (
        <span className="max-w-36 rounded-md border border-line bg-sunken px-2.5 py-1.5 text-center text-xs font-semibold text-balance text-ink-muted">
          {ticket.status === "ON_SALE"
            ? words[ticket.codeRequired && !hasCode ? "withCode" : "soldOut"]
            : words[STATUS_WORDS[ticket.status]]}
        </span>
      )}
      {(about.length > 0 || description !== "") && (
        <p className="dotted col-span-full text-xs text-ink-muted">
          {about.map((text) => (
            <span key={text}>
              <bdi>{text}</bdi>
            </span>
          ))}
          {description !== "" && (
            <span>
              <bdi lang={contentLanguage()}>{description}</bdi>
            </span>
          )}
        </p>
      )}
      {shortage && (
        <p className="col-span-full text-sm font-semibold text-bad">{shortageText(shortage, ticket, words)}</p>
      )}
    </fieldset>
  );
}

/** The number left, where few are, or the sale start. */
function State({ ticket, words }: Pick<RowProps, "ticket" | "words">) {
  const { status, left, onSaleFrom } = ticket;
  if (status === "NOT_ON_SALE") return onSaleFrom === undefined ? null : <Chip>{onSaleFrom}</Chip>;
  const few = status === "ON_SALE" && left !== undefined && left > 0 && left <= FEW_LEFT_MAX;
  return few ? <Chip tone="warn">{fill(words.left, { count: left })}</Chip> : null;
}

function shortageText({ refusal, left }: Shortage, { maximum, hasNoLimit }: PickerTicket, words: PickerWords): string {
  if (refusal === "over_limit" && !hasNoLimit) return fill(words.overLimit, { count: maximum });
  if (refusal === "sold_out" || left === 0) return words.soldOut;
  return left === undefined ? words.notAvailable : fill(words.onlyLeft, { count: left });
}

/** Returns "$28.00", or "$28.00 each" where several are bought at least: else it may be read as the price of all. */
function priceText({ allIn, minimum }: PickerTicket, locale: string, words: PickerWords): string {
  const price = formatMoney(allIn, locale);
  return minimum > 1 ? fill(words.each, { price }) : price;
}

/** Returns the minimum, and the maximum where it differs from the common limit. */
function limitsOf({ minimum, maximum, hasNoLimit }: PickerTicket, limit: number | undefined, words: PickerWords) {
  const least = minimum > 1 && fill(words.minimum, { count: minimum });
  const most = !hasNoLimit && maximum !== limit && fill(words.most, { count: maximum });
  return [least, most].filter((text) => text !== false);
}

type StepperProps = {
  readonly ticketTypeId: number;
  readonly name: string;
  readonly quantity: number;
  readonly most: number;
  readonly words: PickerWords;
  readonly onMore: () => void;
  readonly onFewer: () => void;
  /** A number was typed; `isDone` when the field is left. */
  readonly onType: (quantity: number, isDone: boolean) => void;
};

const ROUND =
  "tap inline-flex size-11 items-center justify-center rounded-full border-2 eased active:[scale:0.95] aria-disabled:active:[scale:1]";

const DIGITS_MAX = 3;

/**
 * A quantity that can be typed, also before the page is hydrated, between plus and minus buttons, which appear once they work. At
 * a limit a button stays focusable, and the picker announces the reason.
 */
function Stepper({ ticketTypeId, name, quantity, most, words, onMore, onFewer, onType }: StepperProps) {
  const isLive = useScriptRuns();
  const [isEmptied, setEmptied] = useState(false);
  const shown = isLive ? "" : " invisible";
  return (
    <div className="flex shrink-0 items-center gap-1">
      <button
        type="button"
        aria-label={fill(words.fewer, { name })}
        aria-disabled={quantity === 0}
        onClick={onFewer}
        className={`${ROUND}${shown} border-line-strong bg-surface text-ink hover:bg-sunken aria-disabled:border-line aria-disabled:bg-sunken aria-disabled:text-ink-faint`}
      >
        <Icon of={Minus} strokeWidth={2.25} size={20} />
      </button>
      <input
        name={`qty.${ticketTypeId}`}
        aria-label={fill(words.quantity, { name })}
        inputMode="numeric"
        maxLength={DIGITS_MAX}
        value={isEmptied ? "" : quantity}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ target }) => {
          const digits = withPlainDigits(target.value).replace(/\D/g, "");
          setEmptied(digits === "");
          onType(Number(digits), false);
        }}
        onKeyDown={({ key }) => {
          // Enter also submits the form.
          if (key === "Enter") onType(quantity, true);
        }}
        onBlur={() => {
          setEmptied(false);
          onType(quantity, true);
        }}
        className="figures tap w-11 rounded-md border border-line-strong bg-transparent text-center text-lg font-bold"
      />
      <button
        type="button"
        aria-label={fill(words.more, { name })}
        aria-disabled={quantity >= most}
        onClick={onMore}
        className={`${ROUND}${shown} border-accent-edge bg-accent text-accent-on hover:bg-accent-hover aria-disabled:border-line-strong aria-disabled:bg-sunken aria-disabled:text-ink-faint`}
      >
        <Icon of={Plus} strokeWidth={2.25} size={20} />
      </button>
    </div>
  );
}
