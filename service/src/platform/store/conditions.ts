/** What a statement asks for, piece by piece: a filter that nobody set costs nothing, and no value becomes text. */
export type Conditions = {
  readonly values: unknown[];
  /** Keeps the value for the statement and answers its place, such as `$3`. */
  readonly value: (value: unknown) => string;
  readonly add: (condition: string) => void;
  readonly text: () => string;
};

/** Two sets of conditions of one statement share their values. */
export function conditions(values: unknown[] = []): Conditions {
  const parts: string[] = [];
  return {
    values,
    value: (value) => `$${values.push(value)}`,
    add: (condition) => void parts.push(condition),
    text: () => parts.join(" AND ") || "true",
  };
}
