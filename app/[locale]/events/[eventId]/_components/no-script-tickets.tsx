import { formatMoney, isNothing } from "#lib/domain/money.ts";
import { mostOf, type PickerData, type PickerWords } from "./picker-data.ts";

/** Every date with a box per ticket type, for a browser that runs no script: the server holds what is typed to the limit. */
export function NoScriptTickets({
  data: { dates, locale },
  words,
}: {
  readonly data: PickerData;
  readonly words: PickerWords;
}) {
  return (
    <noscript>
      {dates.map(({ id, day, time, sections }, at) => (
        <details key={id} open={at === 0} className="mb-3 rounded-xl border border-line bg-surface px-5 py-3">
          <summary className="min-h-11 py-2 font-semibold">
            {day}, {time}
          </summary>
          {sections.flatMap((section) =>
            section.tickets.map((ticket) => (
              <div key={ticket.id} className="flex items-center justify-between gap-4 border-t border-line py-3">
                <label htmlFor={`qty.${ticket.id}`}>
                  <span className="font-semibold">{ticket.name}</span>, {section.name}
                  <span className="figures block font-semibold">
                    {isNothing(ticket.price) ? words.free : formatMoney(ticket.price, locale)}
                  </span>
                </label>
                {mostOf(ticket, true) > 0 ? (
                  <input
                    id={`qty.${ticket.id}`}
                    name={`qty.${ticket.id}`}
                    inputMode="numeric"
                    autoComplete="off"
                    maxLength={3}
                    className="min-h-11 w-16 shrink-0 rounded-md border border-line-strong bg-surface text-center"
                  />
                ) : (
                  <span className="text-ink-muted">
                    {ticket.status === "NOT_ON_SALE" ? words.notOnSale : words.soldOut}
                  </span>
                )}
              </div>
            )),
          )}
        </details>
      ))}
    </noscript>
  );
}
