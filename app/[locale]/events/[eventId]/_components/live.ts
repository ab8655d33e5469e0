import { askStorefront } from "#components/ask.ts";
import type { SaleStatus } from "#lib/domain/event.ts";
import type { PickerData, PickerDate, PickerTicket } from "./picker-data.ts";

/** What `/api/availability/{id}` answers: the state of each date and ticket type, and how many are left where that is said. */
export type Availability = {
  readonly dates: Readonly<Record<string, SaleStatus>>;
  readonly tickets: Readonly<Record<string, { readonly status: SaleStatus; readonly left?: number }>>;
};

const EVERY_MS = 15_000;

/** Tells what is left at once, every so often while somebody looks, and when they come back. Answers how to stop. */
export function watchAvailability(eventId: number, tell: (availability: Availability | undefined) => void): () => void {
  let stopped = false;
  let next: ReturnType<typeof setTimeout>;

  async function ask() {
    clearTimeout(next);
    if (document.visibilityState !== "visible") return;
    const answer = await askStorefront(`availability/${eventId}`);
    if (stopped) return;
    tell(answer as Availability | undefined);
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

function dateNow(date: PickerDate, now: Availability): PickerDate {
  return {
    ...date,
    status: now.dates[date.id] ?? date.status,
    sections: date.sections.map((section) => ({
      ...section,
      tickets: section.tickets.map((ticket) => ticketNow(ticket, now)),
    })),
  };
}

function ticketNow({ left: _before, ...ticket }: PickerTicket, now: Availability): PickerTicket {
  const live = now.tickets[ticket.id];
  // A ticket type that the offering no longer names cannot be bought.
  if (live === undefined) return { ...ticket, status: "CLOSED" };
  return { ...ticket, status: live.status, ...(live.left !== undefined && { left: live.left }) };
}
