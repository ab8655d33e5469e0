import type { PickerData, Quantities } from "./picker-data.ts";
import { ticketsOf } from "./picker-data.ts";

export type Choice = {
  readonly dateId: number;
  readonly quantities: Quantities;
  readonly code: string;
  /** Was reserved: it is shown again only while that reservation stands. */
  readonly held?: boolean;
};

/** `?date=…&qty.12=2&code=SAVE10` chooses; it never reserves. What the page does not know is left out. */
export function choiceFromLink(search: string, { dates }: PickerData): Choice | undefined {
  const query = new URLSearchParams(search);
  const asked = new Map(
    [...query].flatMap(([name, value]) => {
      const [, id] = /^qty\.(\d{1,15})$/.exec(name) ?? [];
      return id !== undefined && /^\d{1,3}$/.test(value) ? [[Number(id), Number(value)] as const] : [];
    }),
  );
  const date =
    dates.find(({ id }) => String(id) === query.get("date")) ??
    dates.find((candidate) => ticketsOf(candidate).some(({ id }) => asked.has(id)));
  const code = (query.get("code") ?? "").slice(0, 100);
  if (date === undefined && code === "") return undefined;
  const chosen = date ?? dates[0];
  return { dateId: chosen.id, quantities: clamped(asked, ticketsOf(chosen), code !== ""), code };
}

function clamped(
  asked: ReadonlyMap<number, number>,
  tickets: ReturnType<typeof ticketsOf>,
  hasCode: boolean,
): Quantities {
  return Object.fromEntries(
    tickets.flatMap((ticket) => {
      const quantity = Math.min(asked.get(ticket.id) ?? 0, mostOfLink(ticket, hasCode));
      return quantity > 0 ? [[ticket.id, Math.max(quantity, ticket.minimum)]] : [];
    }),
  );
}

function mostOfLink(ticket: ReturnType<typeof ticketsOf>[number], hasCode: boolean): number {
  return ticket.codeRequired && !hasCode ? 0 : Math.min(ticket.maximum, ticket.left ?? ticket.maximum);
}

/** Survives Back and a reload in this tab. It holds no more than what was chosen. */
export function keepChoice(eventId: number, choice: Choice): void {
  try {
    sessionStorage.setItem(keyOf(eventId), JSON.stringify(choice));
  } catch {
    // A browser that refuses to store loses the choice on Back, and nothing else.
  }
}

/** The tickets are held by now: what was chosen is theirs, and goes with them. */
export function markHeld({ eventId, dates }: PickerData): void {
  const kept = keptChoice({ eventId, dates });
  if (kept !== undefined) keepChoice(eventId, { ...kept, held: true });
}

export function keptChoice({ eventId, dates }: Pick<PickerData, "eventId" | "dates">): Choice | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(eventId)) ?? "null") as Choice | null;
    return kept !== null && dates.some(({ id }) => id === kept.dateId) ? kept : undefined;
  } catch {
    return undefined;
  }
}

function keyOf(eventId: number): string {
  return `foyer.choice.${eventId}`;
}
