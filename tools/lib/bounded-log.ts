import { copyFileSync, existsSync, renameSync, statSync, truncateSync } from "node:fs";

const BYTES_MAX = 20 * 1024 * 1024;
const CHECK_MS = 10_000;

/** Returns the name of the log before this one, which is needed after a crash. */
const previousOf = (log: string) => log.replace(/\.log$/, ".previous.log");

/** Moves the log of the last start aside. */
export function startNewLog(log: string): void {
  if (existsSync(log)) renameSync(log, previousOf(log));
}

/** Keeps a log that a program appends to below a size, as long as this process runs. */
export function keepBounded(log: string): void {
  setInterval(() => bound(log, BYTES_MAX), CHECK_MS).unref();
}

/**
 * Empties a log that is longer than `bytesMax`, after copying it over the previous one. The program keeps its file open for
 * appending, so it goes on at the beginning. Lines that it writes between the two steps are lost.
 */
export function bound(log: string, bytesMax: number): void {
  const { size } = statSync(log, { throwIfNoEntry: false }) ?? { size: 0 };
  if (size <= bytesMax) return;
  copyFileSync(log, previousOf(log));
  truncateSync(log);
}
