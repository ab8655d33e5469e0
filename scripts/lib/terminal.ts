/** Runs a step and prints its name and duration: "Installing packages … 14 s". */
export async function step<T>(name: string, work: () => T | Promise<T>): Promise<T> {
  const begun = Date.now();
  process.stdout.write(`${name} … `);
  try {
    const result = await work();
    print(since(begun));
    return result;
  } catch (error) {
    print("failed");
    throw error;
  }
}

/** Formats the time since `begun`: "0.4 s", "14 s", "2 min 5 s". */
export function since(begun: number): string {
  const seconds = (Date.now() - begun) / 1000;
  if (seconds < 10) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

export function print(line = ""): void {
  process.stdout.write(`${line}\n`);
}
