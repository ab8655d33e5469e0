import { askStorefront } from "#components/ask.ts";
import type { SaleStatus } from "#lib/domain/catalogue/event.ts";
import { type PickerData, type PickerDate, withTickets } from "#lib/picker/picker-data.ts";

/** What `/api/availability/{id}` answers: the state of each date and ticket type, and how many are left where that is said. */
export type Availability = {
  readonly dates: Readonly<Record<string, SaleStatus>>;
  readonly tickets: Readonly<Record<string, { readonly status: SaleStatus; readonly left?: number }>>;
};

const EVERY_MS = 15_000;

/** Asks at once, every so often while somebody looks, and when they come back. Answers how to stop. */
export function keepAsking(about: string, tell: (answer: unknown) => void): () => void {
  let stopped = false;
  let next: ReturnType<typeof setTimeout>;

  async function ask() {
    clearTimeout(next);
    if (document.visibilityState !== "visible") return;
    const answer = await askStorefront(about);
    if (stopped) return;
    tell(answer);
    clearTimeout(next);
    next = setTimeout(ask, EVERY_MS);
  }

  function look() {
    void ask();
  }

  look();
  document.addEventListener("visibilitychange", look);
  window.addEventListener("pageshow", look);
  return () => {
    stopped = true;
    clearTimeout(next);
    document.removeEventListener("visibilitychange", look);
    window.removeEventListener("pageshow", look);
  };
}

/** The page as it was drawn, with what is known by now laid over it. */
export function withAvailability(dates: PickerData["dates"], now: Availability | undefined): PickerData["dates"] {
  if (now === undefined) return dates;
  const [first, ...others] = dates;
  return [dateNow(first, now), ...others.map((date) => dateNow(date, now))];
}

/** A date or a ticket type that the offering no longer names cannot be bought. */
function dateNow(date: PickerDate, now: Availability): PickerDate {
  const status = now.dates[date.id] ?? "CLOSED";
  return withTickets({ ...date, status }, ({ left: _before, ...ticket }) => ({
    ...ticket,
    status: "CLOSED",
    ...now.tickets[ticket.id],
  }));
}
