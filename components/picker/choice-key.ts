/** Returns the name under which a tab stores the choice of an event. */
export function choiceKey(eventId: number): string {
  return `foyer.choice.${eventId}`;
}

/** Returns whether this tab has stored a choice. */
export function hasChoice(eventId: number): boolean {
  return inTab((storage) => storage.getItem(choiceKey(eventId)) !== null) ?? false;
}

/** Returns `undefined` where the browser refuses the storage of the tab, or `act` throws. */
export function inTab<Result>(act: (storage: Storage) => Result): Result | undefined {
  try {
    return act(sessionStorage);
  } catch {
    return undefined;
  }
}
