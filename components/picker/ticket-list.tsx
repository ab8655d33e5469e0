"use client";

import { Chip } from "#components/ui/chip.tsx";
import { fill } from "#components/words.ts";
import { formatMoney, isNothing } from "#lib/domain/money.ts";
import { FEW_LEFT_MAX } from "#lib/domain/ticket-type.ts";
import { mostOf, type PickerItem, type PickerSection, type PickerTicket, type Quantities } from "./picker-data.ts";
import type { PickerWords } from "./picker-words.ts";
import { STATUS_WORDS } from "./status-words.ts";
import { Stepper } from "./stepper.tsx";

export type TicketListProps = {
  readonly sections: readonly PickerSection[];
  readonly quantities: Quantities;
  readonly hasCode: boolean;
  /** The usual limit per order is said once; what has another says its own. */
  readonly limit: number | undefined;
  readonly locale: string;
  readonly words: PickerWords;
  /** What the service refused, in words, by ticket type. */
  readonly shortages: ReadonlyMap<number, string>;
  readonly onStep: (ticket: PickerTicket, by: 1 | -1) => void;
};

/** Ticket types under the section of the venue that they are for, and the promoter's words between them. */
export function TicketList({ sections, ...rest }: TicketListProps) {
  return (
    <div className="flex flex-col divide-y divide-line overflow-clip rounded-xl border border-line bg-surface">
      {sections.map(({ name, items }) => (
        <section key={name} className="flex flex-col">
          {name !== "" && (
            <h3 className="bg-sunken px-5 py-2 font-text text-sm font-semibold text-ink-muted">{name}</h3>
          )}
          <div className="flex flex-col divide-y divide-line">
            {items.map((item) => (
              <Item key={typeof item === "string" ? item : item.id} item={item} {...rest} />
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

type ItemProps = Omit<TicketListProps, "sections">;

function Item({ item, ...rest }: ItemProps & { readonly item: PickerItem }) {
  if (typeof item !== "string") return <Row ticket={item} {...rest} />;
  return (
    <p dir="auto" className="bg-sunken/50 px-5 py-3 text-sm whitespace-pre-line text-ink-muted">
      {item}
    </p>
  );
}

function Row({
  ticket,
  quantities,
  hasCode,
  limit,
  locale,
  words,
  shortages,
  onStep,
}: ItemProps & { readonly ticket: PickerTicket }) {
  const quantity = quantities[ticket.id] ?? 0;
  const most = mostOf(ticket, hasCode);
  const shortage = shortages.get(ticket.id);
  return (
    <fieldset aria-labelledby={`type-${ticket.id}`} className="flex items-center justify-between gap-4 px-5 py-4">
      <div className="flex min-w-0 flex-col gap-0.5">
        <p id={`type-${ticket.id}`} className="text-pretty font-semibold">
          <bdi>{ticket.name}</bdi>
        </p>
        {ticket.description !== "" && (
          <p className="text-sm text-ink-muted">
            <bdi>{ticket.description}</bdi>
          </p>
        )}
        <p className="figures flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-semibold">
            {isNothing(ticket.price) ? words.free : formatMoney(ticket.price, locale)}
          </span>
          <State ticket={ticket} limit={limit} words={words} />
        </p>
        {shortage !== undefined && <p className="text-sm font-semibold text-bad">{shortage}</p>}
      </div>
      {most > 0 || quantity > 0 ? (
        <Stepper
          name={ticket.name}
          quantity={quantity}
          canGrow={quantity < most}
          words={words}
          onMore={() => onStep(ticket, 1)}
          onFewer={() => onStep(ticket, -1)}
        />
      ) : (
        <span className="shrink-0 rounded-md bg-sunken px-4 py-2 text-sm font-medium text-ink-muted">
          {ticket.status === "ON_SALE"
            ? words[ticket.codeRequired && !hasCode ? "withCode" : "soldOut"]
            : words[STATUS_WORDS[ticket.status]]}
        </span>
      )}
    </fieldset>
  );
}

/** True and from the service: how few are left, from when one can buy, how few and how many it may be. */
function State({ ticket, limit, words }: Pick<ItemProps, "limit" | "words"> & { readonly ticket: PickerTicket }) {
  const { status, left, minimum, maximum, onSaleFrom } = ticket;
  if (status === "NOT_ON_SALE") return onSaleFrom === undefined ? null : <Chip>{onSaleFrom}</Chip>;
  if (status !== "ON_SALE") return null;
  const few = left !== undefined && left > 0 && left <= FEW_LEFT_MAX;
  return (
    <>
      {few && <Chip tone="warn">{fill(words.left, { count: left })}</Chip>}
      {minimum > 1 && <Chip>{fill(words.minimum, { count: minimum })}</Chip>}
      {maximum !== limit && <Chip>{fill(words.most, { count: maximum })}</Chip>}
    </>
  );
}
