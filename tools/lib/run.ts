import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";

const LINES_KEPT = 2_000;

export type RunResult = { readonly code: number; readonly signal: NodeJS.Signals | null; readonly output: string };

const running = new Set<ChildProcess>();

/** Runs a program to its end without printing, and returns its exit code and output. */
export function run(program: string, parameters: readonly string[], options: SpawnOptions = {}): Promise<RunResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, { stdio: ["ignore", "pipe", "pipe"], ...options });
    running.add(child);
    const lines: string[] = [];
    const keep = (chunk: string) => {
      lines.push(chunk);
      if (lines.length > LINES_KEPT) lines.shift();
    };
    child.stdout?.setEncoding("utf8").on("data", keep);
    child.stderr?.setEncoding("utf8").on("data", keep);
    child.on("error", reject);
    child.on("close", (code, signal) => {
      running.delete(child);
      resolve({ code: code ?? 1, signal, output: lines.join("") });
    });
  });
}

/** Ends every program that `run` waits for. */
export function killRunning(): void {
  for (const child of running) child.kill("SIGTERM");
}

/** Returns the last lines of a program's output, indented. */
export function lastLines(output: string, count = 12): string {
  return output
    .trimEnd()
    .split("\n")
    .slice(-count)
    .map((line) => `  ${line}`)
    .join("\n");
}
