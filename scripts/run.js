import { spawn } from "node:child_process";

const LINES_KEPT = 2_000;

const running = new Set();

/** Runs a program to its end, quietly, and answers its exit code with all that it said. */
export function run(program, parameters, options = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, { stdio: ["ignore", "pipe", "pipe"], ...options });
    running.add(child);
    const lines = [];
    const keep = (chunk) => {
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

/** A signal to us alone must end what we wait for, too. */
export function killRunning() {
  for (const child of running) child.kill("SIGTERM");
}

/** The end of what a program said, where it usually says why. */
export function lastLines(output, count = 12) {
  return output
    .trimEnd()
    .split("\n")
    .slice(-count)
    .map((line) => `  ${line}`)
    .join("\n");
}
