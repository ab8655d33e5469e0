import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** Starts a program of Node that prints its port when it is ready. */
export async function startProgram(
  file: string,
  env: Readonly<Record<string, string>>,
  parameters: readonly string[] = [],
) {
  const child = spawn(process.execPath, [file, ...parameters], {
    env: { ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  process.once("exit", () => child.kill("SIGKILL"));
  const { promise: port, resolve, reject } = Promise.withResolvers<number>();
  // Other lines are of the program's log.
  createInterface({ input: child.stdout }).on("line", (line) => /^\d+$/.test(line) && resolve(Number(line)));
  const ended = once(child, "exit");
  void ended.then(() => reject(new Error(`${file} ended before it was ready.`)));
  return {
    port: await port,
    stop: () => {
      child.kill("SIGTERM");
      return ended;
    },
  };
}
