import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

export type Program = { readonly pid: number; readonly port: number; readonly stop: () => Promise<void> };

/** Starts a program of Node that prints its port when it is ready. */
export async function startProgram(
  file: string,
  env: Readonly<Record<string, string>>,
  parameters: readonly string[] = [],
): Promise<Program> {
  const child = spawn(process.execPath, [file, ...parameters], {
    env: { ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  process.once("exit", () => child.kill("SIGKILL"));
  const ended = once(child, "exit");
  const port = new Promise<number>((resolve) => {
    // Other lines are of the program's log.
    createInterface({ input: child.stdout }).on("line", (line) => /^\d+$/.test(line) && resolve(Number(line)));
  });
  const neverReady = ended.then(() => {
    throw new Error(`${file} ended before it was ready.`);
  });
  neverReady.catch(() => {});
  return {
    pid: child.pid ?? 0,
    port: await Promise.race([port, neverReady]),
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
