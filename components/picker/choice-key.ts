/** Returns the name under which a tab stores the choice of an event. */
export function choiceKey(eventId: number): string {
  return `foyer.choice.${eventId}`;
}
