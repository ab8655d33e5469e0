import { fetchStorefront } from "#components/fetch-storefront.ts";
import type { Choice, PickerData } from "#lib/catalogue/picker/picker-data.ts";

type Kept = Choice & {
  /** Whether it was reserved: it is then restored only while that reservation exists. */
  readonly isReserved?: boolean;
};

/** Stores the choice for this tab, so that it survives Back and a reload. */
export function keepChoice(eventId: number, choice: Kept): void {
  try {
    sessionStorage.setItem(choiceKey(eventId), JSON.stringify(choice));
  } catch {
    // Without storage only the choice is lost, on Back.
  }
}

/** Marks the stored choice as reserved: it is discarded when the reservation ends. */
export function markReserved(eventId: number): void {
  const kept = read(eventId);
  if (kept !== null) keepChoice(eventId, { ...kept, isReserved: true });
}

/** Returns the choice stored in this tab, unless it was reserved and that reservation is paid, released or expired. */
export async function choiceBefore({
  eventId,
  dates,
}: Pick<PickerData, "eventId" | "dates">): Promise<Choice | undefined> {
  const kept = read(eventId);
  if (kept === null || !(kept.dateId === undefined || dates.some(({ id }) => id === kept.dateId))) return undefined;
  const { isReserved, isInCart = false, ...choice } = kept;
  if (!isReserved && !isInCart) return choice;
  const answer = (await fetchStorefront("open-cart")) as
    | { readonly cart: { readonly eventIds: readonly number[] } | null }
    | undefined;
  if (answer?.cart?.eventIds.includes(eventId)) return { ...choice, isInCart: true };
  return isReserved ? undefined : choice;
}

function read(eventId: number): Kept | null {
  try {
    return JSON.parse(sessionStorage.getItem(choiceKey(eventId)) ?? "null") as Kept | null;
  } catch {
    return null;
  }
}

/** Returns the name under which a tab stores the choice of an event. */
function choiceKey(eventId: number): string {
  return `foyer.choice.${eventId}`;
}
