import { isTimeHere } from "#components/calendar/time-here.ts";
import { pollStorefront } from "#components/poll-storefront.ts";
import type { FEW_LEFT_MAX } from "#lib/domain/catalogue/ticket-type.ts";
import type { PackedPicker } from "#lib/picker/packed-picker.ts";
import type { Availability } from "./live.ts";

/** Checked by the constant's type: the import of the value would load the amounts of money too. */
const SHOWN_LEFT_MAX: typeof FEW_LEFT_MAX = 10;

/** Signs that the page is used. A press is among them: the inline script of the page keeps it. */
const SIGNS = ["pointermove", "pointerdown", "keydown", "scroll", "focusin", "click", "input"];

/** The id of the notice that the picker's script has not arrived, which the server renders hidden. */
export const MISSING_NOTE = "picker-missing";

/** The id of the picker's form. */
export function pickerId(eventId: number): string {
  return `picker-${eventId}`;
}

/**
 * Calls `load` when the picker's script is needed: for a link, a reader in another time zone, the first sign of use, or an
 * availability other than the rendered one. Returns a function that stops waiting.
 */
export function whenNeeded(data: PackedPicker, load: () => void): () => void {
  const page: Window & { readonly earlyPresses?: readonly unknown[] } = window;
  // The pointer or the focus may have come before this script.
  const isUsed = document.getElementById(pickerId(data.eventId))?.matches(":hover, :focus-within");
  if (isUsed || window.location.search !== "" || page.earlyPresses?.length || isElsewhere(data)) {
    load();
    return () => {};
  }

  function start() {
    stop();
    load();
  }
  const stopPolling = pollStorefront(`availability/${data.eventId}`, (now) => {
    if (now === undefined || !isAsRendered(data, now as Availability)) start();
  });
  function stop() {
    stopPolling();
    for (const sign of SIGNS) window.removeEventListener(sign, start, true);
  }
  for (const sign of SIGNS) window.addEventListener(sign, start, { capture: true, passive: true });
  return stop;
}

function isElsewhere({ dates }: PackedPicker): boolean {
  return !dates.every(({ startsAt }) => isTimeHere(startsAt));
}

/** A number left beyond what may be ordered, and beyond what is shown, makes no difference. */
export function isAsRendered({ dates, types }: PackedPicker, now: Availability): boolean {
  return dates.every(
    ({ id, status, sections, merchandise }) =>
      now.dates[id] === status &&
      [...sections.flatMap(({ items }) => items), ...merchandise].every((item) => {
        if (typeof item === "string") return true;
        const { status = "ON_SALE", left = Infinity } = item;
        const ticket = now.tickets[item.id];
        const most = Math.max(types[item.type]?.maximum ?? 0, SHOWN_LEFT_MAX);
        return ticket?.status === status && Math.min(ticket.left ?? Infinity, most) === Math.min(left, most);
      }),
  );
}
