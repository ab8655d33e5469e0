/** Returns the name under which a tab stores the choice of an event. */
export function choiceKey(eventId: number): string {
  return `foyer.choice.${eventId}`;
}

/** Returns whether this tab has stored a choice. */
export function hasChoice(eventId: number): boolean {
  try {
    return sessionStorage.getItem(choiceKey(eventId)) !== null;
  } catch {
    return false;
  }
}
