/** Two transactions stood in each other's way and neither did anything: repeat. */
export function mayRepeat(error: unknown): boolean {
  return ["40001", "40P01"].includes(codeOf(error));
}

/** A lock or a statement took too long: the service is busy, and nothing has happened. */
export function isBusy(error: unknown): boolean {
  return ["55P03", "57014"].includes(codeOf(error));
}

/** A CHECK said no. */
export function isChecked(error: unknown, constraint: string): boolean {
  return codeOf(error) === "23514" && nameOf(error) === constraint;
}

export function isTaken(error: unknown, constraint: string): boolean {
  return codeOf(error) === "23505" && nameOf(error) === constraint;
}

/** The database answered, and found fault with the data: repeating it in smaller parts tells whose. */
export function isAboutData(error: unknown): boolean {
  return /^(22|23|42|P0)/.test(codeOf(error));
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

function nameOf(error: unknown): unknown {
  return error instanceof Error && "constraint" in error ? error.constraint : undefined;
}
