import { timeText } from "./progress.js";

/** Formats the time since `begun`: "0.4 s", "14 s", "2 min 5 s". */
export const since = (begun: number): string => timeText(Date.now() - begun);

export function print(line = ""): void {
  process.stdout.write(`${line}\n`);
}
