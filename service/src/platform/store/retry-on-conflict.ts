import { isConflict } from "./faults.ts";

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
