import type { Wanted } from "#lib/domain/selection.ts";
import type { TicketType } from "#lib/domain/ticket-type.ts";

const LINES_MAX = 50;
const QUANTITY_MAX = 1_000;
const CODE_MAX = 200;

export type ReserveForm = {
  readonly eventId: number | undefined;
  readonly wanted: readonly Wanted[];
  readonly code: string | undefined;
};

/** The one form whose field names are not known beforehand: `qty.{ticketTypeId}`. Nonsense counts as nothing chosen. */
export function parseReserveForm(form: FormData): ReserveForm {
  const wanted = new Map<number, number>();
  for (const [name, value] of form) {
    const ticketTypeId = wholeNumber(/^qty\.(\d{1,15})$/.exec(name)?.[1]);
    const quantity = wholeNumber(value);
    if (ticketTypeId && quantity && wanted.size < LINES_MAX) {
      wanted.set(ticketTypeId, Math.min(quantity, QUANTITY_MAX));
    }
  }
  const code = form.get("code");
  return {
    eventId: wholeNumber(form.get("event")),
    wanted: [...wanted].map(([ticketTypeId, quantity]) => ({ ticketTypeId, quantity })),
    code: typeof code === "string" && code.trim() !== "" ? code.trim().slice(0, CODE_MAX) : undefined,
  };
}

/** Without a script anything can be typed: what is above the limit per order becomes the limit. */
export function clampToLimits(
  wanted: readonly Wanted[],
  ticketTypes: readonly Pick<TicketType, "id" | "maximum">[],
): readonly Wanted[] {
  const limits = new Map(ticketTypes.map(({ id, maximum }) => [id, maximum]));
  return wanted.flatMap(({ ticketTypeId, quantity }) => {
    const limit = limits.get(ticketTypeId) ?? 0;
    return limit > 0 ? [{ ticketTypeId, quantity: Math.min(quantity, limit) }] : [];
  });
}

/** Whether two choices are the same, in whatever order. */
export function isSameChoice(some: readonly Wanted[], others: readonly Wanted[]): boolean {
  const text = (lines: readonly Wanted[]) =>
    lines
      .map(({ ticketTypeId, quantity }) => `${ticketTypeId}:${quantity}`)
      .toSorted()
      .join();
  return text(some) === text(others);
}

function wholeNumber(text: unknown): number | undefined {
  return typeof text === "string" && /^\s*\d{1,15}\s*$/.test(text) ? Number(text) : undefined;
}
