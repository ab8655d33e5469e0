import fc, { type RunDetails } from "fast-check";

/**
 * Node loads this before each test file with `--import`. FOYER_SEED makes random tests repeat their inputs; a failure
 * names the value that reproduces it. A test with a seed of its own keeps it.
 */
const seed = Number(process.env.FOYER_SEED || Number.NaN);

function report<Values>(details: RunDetails<Values>): void {
  if (!details.failed) return;
  const message = fc.defaultReportMessage(details) ?? "A random test failed.";
  throw new Error(`${message}\n\nFOYER_SEED=${details.seed} reproduces this failure.`, {
    cause: details.errorInstance,
  });
}

// The reporter serves asynchronous properties too.
fc.configureGlobal({ reporter: report, ...(Number.isInteger(seed) && { seed }) });
