import { fetchStorefront } from "#components/fetch-storefront.ts";
import { type PickerData, type PickerDate, withTickets } from "#lib/catalogue/picker/picker-data.ts";
import type { SaleStatus } from "#lib/ticketing/model/event.ts";

const EVERY_MS = 15_000;

/**
 * Polls a route at once, every 15 s while the page is visible, and when it becomes visible. `again` polls at once, and `stop`
 * ends it.
 */
export function pollStorefront(about: string, onAnswer: (answer: unknown) => void) {
  let stopped = false;
  let next: ReturnType<typeof setTimeout>;

  async function request() {
    clearTimeout(next);
    if (document.visibilityState !== "visible") return;
    const answer = await fetchStorefront(about);
    if (stopped) return;
    onAnswer(answer);
    clearTimeout(next);
    next = setTimeout(request, EVERY_MS);
  }

  function pollIfVisible() {
    void request();
  }

  pollIfVisible();
  document.addEventListener("visibilitychange", pollIfVisible);
  window.addEventListener("pageshow", pollIfVisible);
  return {
    again: pollIfVisible,
    stop() {
      stopped = true;
      clearTimeout(next);
      document.removeEventListener("visibilitychange", pollIfVisible);
      window.removeEventListener("pageshow", pollIfVisible);
    },
  };
}

/**
 * The response of `/api/availability/{id}`: the state of each date and ticket type, and how many are left, where known.
 */
export type Availability = {
  readonly dates: Readonly<Record<string, SaleStatus>>;
  readonly tickets: Readonly<Record<string, { readonly status: SaleStatus; readonly left?: number }>>;
};

/** Returns the dates of the page with the present availability. */
export function withAvailability(dates: PickerData["dates"], now: Availability | undefined): PickerData["dates"] {
  if (now === undefined) return dates;
  const [first, ...others] = dates;
  return [dateNow(first, now), ...others.map((date) => dateNow(date, now))];
}

/** A date or a ticket type that is no longer in the offering is closed; the tickets of a cancelled date are cancelled. */
function dateNow(date: PickerDate, now: Availability): PickerDate {
  const status = now.dates[date.id] ?? "CLOSED";
  return withTickets({ ...date, status }, ({ left: _before, ...ticket }) => ({
    ...ticket,
    status: status === "CANCELLED" ? status : "CLOSED",
    ...now.tickets[ticket.id],
  }));
}
