import type { Answer } from "./client.ts";
import { shown } from "./expect.ts";
import { NotApplicable, Violation } from "./verdict.ts";

/** Returns a function that runs once, however often it is called. Its error is thrown each time. */
export function once<T>(work: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= work();
    return result;
  };
}

/**
 * Returns what a preparatory step returns. When the step itself violates a statement, that statement fails, and the checks
 * that build on it do not apply.
 */
export async function prepared<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Violation) throw new NotApplicable(`a step before it failed: ${error.message}`);
    throw error;
  }
}

/** Throws a Violation unless the answer is a success of a call that states it by `successful`, or has none. */
export function expectSuccess(answer: Answer): void {
  const { successful } = Object(answer.body) as { readonly successful?: unknown };
  if (answer.status !== 200 || successful === false)
    throw new Violation("success", `status ${answer.status}, successful ${shown(successful)}`, answer);
}

/** Returns whether an answer refuses: a 4xx, or `successful: false`. */
export function isRefusal({ status, body }: Answer): boolean {
  return (status >= 400 && status < 500) || Reflect.get(Object(body), "successful") === false;
}
