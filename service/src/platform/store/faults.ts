/** What a transaction relies on was changed by another one. It counts as a serialization failure, so that the work is done again. */
export class Conflict extends Error {
  readonly code = "40001";
}

/** A server that cannot be written to was found before a statement said so. */
export class ReadOnly extends Error {
  readonly code = "25006";
}

/** Returns whether a statement was refused since the server is a standby, or its transactions only read. Nothing was written. */
export function isReadOnly(error: unknown): boolean {
  return codeOf(error) === "25006";
}

/** Returns whether the connection has ended, at a statement or before it: the server stopped, or the network failed. */
export function isLost(error: unknown): boolean {
  const code = codeOf(error);
  if (code !== "") return /^(57P0[1-4]|08\w{3}|ECONNRESET|EPIPE|ETIMEDOUT)$/.test(code);
  return error instanceof Error && /Connection terminated|not queryable/.test(error.message);
}

/** Returns whether the driver knew that the connection had ended, and sent nothing. */
export function wasNotSent(error: unknown): boolean {
  return error instanceof Error && /not queryable/.test(error.message);
}

/** Returns whether a deadlock or a serialization failure has rolled the transaction back, so that it may be retried. */
export function isConflict(error: unknown): boolean {
  return ["40001", "40P01"].includes(codeOf(error));
}

/** Returns whether a lock or a statement timed out. The transaction is rolled back. */
export function isBusy(error: unknown): boolean {
  return ["55P03", "57014"].includes(codeOf(error));
}

/** Returns whether a CHECK constraint rejected the statement. */
export function isChecked(error: unknown, constraint: string): boolean {
  return codeOf(error) === "23514" && nameOf(error) === constraint;
}

/** Returns whether a UNIQUE constraint rejected the statement. */
export function isTaken(error: unknown, constraint: string): boolean {
  return codeOf(error) === "23505" && nameOf(error) === constraint;
}

/** Returns whether the database rejected the data or the statement, so that retrying smaller parts isolates the cause. */
export function isAboutData(error: unknown): boolean {
  return /^(22|23|42|P0)/.test(codeOf(error));
}

/** Returns the code of an error of the database or the system, or an empty text. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

function nameOf(error: unknown): unknown {
  return error instanceof Error && "constraint" in error ? error.constraint : undefined;
}

const RETRIES_MAX = 5;

/** Runs `work`, and again when a deadlock or a serialization failure has rolled it back, at most five times more. */
export async function retryOnConflict<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let retries = 0; ; retries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isConflict(error) || retries >= RETRIES_MAX) throw error;
    }
  }
}
