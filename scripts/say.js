const TICK_MS = 1_000;

/** Says what is being done while it is done, and how long it took: "Installing packages … 14 s". */
export async function step(what, work) {
  const begun = Date.now();
  const live = process.stdout.isTTY;
  process.stdout.write(`${what} … `);
  const ticking = live && setInterval(() => process.stdout.write(`\r${what} … ${since(begun)}`), TICK_MS);
  try {
    const result = await work();
    process.stdout.write(live ? `\r${what} … ${since(begun)}\n` : `${since(begun)}\n`);
    return result;
  } catch (error) {
    process.stdout.write("failed\n");
    throw error;
  } finally {
    clearInterval(ticking);
  }
}

/** Seconds that a person can read: "0.4 s", "14 s", "2 min 5 s". */
export function since(begun) {
  const seconds = (Date.now() - begun) / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

export function say(line = "") {
  process.stdout.write(`${line}\n`);
}
