/**
 * Steps of a start that take long: what a terminal shows meanwhile. Plain JavaScript without packages: `scripts/bootstrap.js` runs before
 * anything is installed.
 */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

const SECOND_MS = 1_000;
/** In a log: the seconds after which a step is named, and those after which it is named again. */
const FIRST_LINE = 3;
const NEXT_LINE = 30;
/** Moves to the start of the line of a terminal and empties it. */
const SAME_LINE = "\r\u001b[K";

/**
 * Runs a step and prints its name and duration: "Installing packages … 14 s". A terminal shows the time that has passed in a line that
 * moves, a log in lines. With `kept`, a JSON file in a data folder, both name the time that the step took before. Where the file cannot be
 * written they do without.
 */
export async function step(name, work, { kept, out = process.stdout } = {}) {
  const begun = Date.now();
  const passed = (digits) => `${name} … ${timeText(Date.now() - begun, digits)}`;
  const before = timesIn(kept)[name];
  const show = () => {
    const line = `${passed(0)}${before === undefined ? "" : ` (${timeText(before)} last time)`}`;
    out.write(out.isTTY ? `${SAME_LINE}${line}` : `${line}\n`);
  };
  const end = (line) => out.write(`${out.isTTY ? SAME_LINE : ""}${line}\n`);

  if (out.isTTY) show();
  let seconds = 0;
  const timer = setInterval(() => {
    seconds += 1;
    if (out.isTTY || seconds === FIRST_LINE || seconds % NEXT_LINE === 0) show();
  }, SECOND_MS);
  try {
    const result = await work();
    end(passed());
    keepTime(kept, name, Date.now() - begun);
    return result;
  } catch (error) {
    end(`${name} … failed`);
    throw error;
  } finally {
    clearInterval(timer);
  }
}

/** Formats a duration: "0.4 s", "14 s", "2 min 5 s". `digits` are those of less than ten seconds. */
export function timeText(ms, digits = 1) {
  const seconds = ms / SECOND_MS;
  if (seconds < 10) return `${seconds.toFixed(digits)} s`;
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

function timesIn(kept) {
  try {
    return JSON.parse(readFileSync(kept, "utf8"));
  } catch {
    return {};
  }
}

function keepTime(kept, name, ms) {
  if (kept === undefined) return;
  try {
    // Packages are installed before the data folder is made. As root, the database's user passes through it.
    if (!existsSync(dirname(kept))) mkdirSync(dirname(kept), { mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    writeWhole(kept, { ...timesIn(kept), [name]: ms });
  } catch {
    // A start does without.
  }
}

function writeWhole(file, value) {
  writeFileSync(`${file}.part`, JSON.stringify(value), { mode: 0o600 });
  renameSync(`${file}.part`, file);
}
