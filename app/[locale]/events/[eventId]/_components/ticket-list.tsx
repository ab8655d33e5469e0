"use client";

import { Chip } from "#components/ui/chip.tsx";
import { fill } from "#components/words.ts";
import { formatMoney, isNothing } from "#lib/domain/money.ts";
import { FEW_LEFT_MAX } from "#lib/domain/ticket-type.ts";
import { mostOf, type PickerDate, type PickerTicket, type PickerWords, type Quantities } from "./picker-data.ts";
import { STATUS_WORDS } from "./status-words.ts";
import { Stepper } from "./stepper.tsx";

export type TicketListProps = {
  readonly date: PickerDate;
  readonly quantities: Quantities;
  readonly hasCode: boolean;
  readonly locale: string;
  readonly words: PickerWords;
  /** What the service refused, in words, by ticket type. */
  readonly shortages: ReadonlyMap<number, string>;
  readonly onStep: (ticket: PickerTicket, by: 1 | -1) => void;
};

/** Ticket types under the section of the venue that they are for. */
export function TicketList({ date, ...rest }: TicketListProps) {
  return (
    <div className="flex flex-col divide-y divide-line overflow-clip rounded-xl border border-line bg-surface">
      {date.sections.map(({ name, tickets }) => (
        <section key={name} className="flex flex-col">
          <h3 className="bg-sunken px-5 py-2 font-text text-sm font-semibold text-ink-muted">{name}</h3>
          <div className="flex flex-col divide-y divide-line">
            {tickets.map((ticket) => (
              <Row key={ticket.id} ticket={ticket} {...rest} />
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}

type RowProps = Omit<TicketListProps, "date"> & { readonly ticket: PickerTicket };

function Row({ ticket, quantities, hasCode, locale, words, shortages, onStep }: RowProps) {
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
          <State ticket={ticket} words={words} />
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
            ? words[ticket.codeRequired ? "withCode" : "soldOut"]
            : words[STATUS_WORDS[ticket.status]]}
        </span>
      )}
    </fieldset>
  );
}

/** True and from the service: how few are left, from when one can buy, how many it must be. */
function State({ ticket: { status, left, minimum, onSaleFrom }, words }: Pick<RowProps, "ticket" | "words">) {
  const few = status === "ON_SALE" && left !== undefined && left > 0 && left <= FEW_LEFT_MAX;
  return (
    <>
      {few && <Chip tone="warn">{fill(words.left, { count: left })}</Chip>}
      {status === "ON_SALE" && minimum > 1 && <Chip>{fill(words.minimum, { count: minimum })}</Chip>}
      {status === "NOT_ON_SALE" && onSaleFrom !== undefined && <Chip>{onSaleFrom}</Chip>}
    </>
  );
}
