/** The events that this process created. Their places are the suite's own, so no limit applies to them. */
const created = new Set<number>();

export const rememberCreated = (event: number): void => void created.add(event);

export const createdCount = (): number => created.size;

export const isCreatedHere = (event: number): boolean => created.has(event);
