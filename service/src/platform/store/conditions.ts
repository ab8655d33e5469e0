/** Builds the WHERE clause of a statement from the filters that are set. Values are always parameters. */
export type Conditions = {
  readonly values: unknown[];
  /** Adds a parameter and returns its placeholder, such as `$3`. */
  readonly value: (value: unknown) => string;
  readonly add: (condition: string) => void;
  readonly text: () => string;
};

/** Returns a builder. Two builders of one statement share `values`. */
export function conditions(values: unknown[] = []): Conditions {
  const parts: string[] = [];
  return {
    values,
    value: (value) => `$${values.push(value)}`,
    add: (condition) => void parts.push(condition),
    text: () => parts.join(" AND ") || "true",
  };
}
