import { getSystemErrorMessage } from "node:util";

/** An error that the operator can correct. It is shown without a stack. */
export class Fault extends Error {
  readonly exitCode: number;

  constructor(message: string, { exitCode = 1, cause }: { exitCode?: number; cause?: unknown } = {}) {
    super(message, { cause });
    this.exitCode = exitCode;
  }
}

/** Returns the code of a system error, such as ENOENT. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

/** Returns what a system error says, such as "no space left on device", or the error's text. */
export function reasonOf(error: unknown): string {
  const number = error instanceof Error && "errno" in error ? Number(error.errno) : Number.NaN;
  return (Number.isInteger(number) && getSystemErrorMessage(number)) || String(error);
}

/** Prints an error and returns the exit code. Only an unexpected error is shown with its stack. */
export function explain(error: unknown): number {
  const isFault = error instanceof Fault;
  const isOfSystem = error instanceof Error && "path" in error && "errno" in error;
  console.error(isFault ? `\n${error.message}` : isOfSystem ? `\n${error.path}: ${reasonOf(error)}.` : error);
  return isFault ? error.exitCode : 1;
}
