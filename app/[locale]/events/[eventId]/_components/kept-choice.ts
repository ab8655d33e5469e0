import { fetchStorefront } from "#components/fetch-storefront.ts";
import type { Choice, PickerData } from "#lib/picker/picker-data.ts";

type Kept = Choice & {
  /** Was reserved: it is shown again only while that reservation stands. */
  readonly isReserved?: boolean;
};

/** Survives Back and a reload in this tab. It holds no more than what was chosen. */
export function keepChoice(eventId: number, choice: Kept): void {
  try {
    sessionStorage.setItem(keyOf(eventId), JSON.stringify(choice));
  } catch {
    // A browser that refuses to store loses the choice on Back, and nothing else.
  }
}

/** The tickets are held by now: what was chosen is theirs, and goes with them. */
export function markHeld(eventId: number): void {
  const kept = read(eventId);
  if (kept !== null) keepChoice(eventId, { ...kept, isReserved: true });
}

/** What was kept in this tab, unless it was reserved and that reservation is over: bought, let go or ended. */
export async function choiceBefore({
  eventId,
  dates,
}: Pick<PickerData, "eventId" | "dates">): Promise<Choice | undefined> {
  const kept = read(eventId);
  if (kept === null || !dates.some(({ id }) => id === kept.dateId)) return undefined;
  const { isReserved, ...choice } = kept;
  if (!isReserved) return choice;
  const answer = (await fetchStorefront("open-cart")) as
    | { readonly cart: { readonly eventIds: readonly number[] } | null }
    | undefined;
  return answer?.cart?.eventIds.includes(eventId) ? choice : undefined;
}

function read(eventId: number): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(keyOf(eventId)) ?? "null") as Kept | null;
  } catch {
    return null;
  }
}

function keyOf(eventId: number): string {
  return `foyer.choice.${eventId}`;
}
