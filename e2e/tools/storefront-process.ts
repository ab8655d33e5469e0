import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { SETTINGS } from "#e2e/tools/storefront-settings.ts";

/** Calls functions in the order in which it is asked to, and does not wait for one before the next. */
const PROGRAM = `
  import { createInterface } from "node:readline";
  for await (const line of createInterface({ input: process.stdin })) {
    const { call, module, name, parameters } = JSON.parse(line);
    import(module)
      .then((loaded) => loaded[name](...parameters))
      .then((result) => ({ result }), (fault) => ({ fault: String(fault) }))
      .then((end) => process.stdout.write(JSON.stringify({ call, ...end }) + "\\n"));
  }`;

type Ending = { readonly result?: unknown; readonly fault?: string };

/**
 * Starts a process with settings of its own that runs functions of the storefront's modules for a test, as one of several storefronts.
 * It serves no page.
 */
export function startStorefrontProcess(settings: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, ["--conditions=react-server", "--input-type=module", "-e", PROGRAM], {
    cwd: import.meta.dirname,
    env: { ...SETTINGS, LOG_LEVEL: "alarm", ...settings },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const waiting = new Map<number, (ending: Ending) => void>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (!line.startsWith('{"call":')) return;
    const { call, ...ending } = JSON.parse(line);
    waiting.get(call)?.(ending);
    waiting.delete(call);
  });
  child.on("exit", () => {
    for (const end of waiting.values()) end({ fault: "the process has ended" });
  });
  let calls = 0;

  return {
    /** Calls an exported function with parameters that JSON can carry. Throws what it threw, as text. */
    async call<T>(module: `#lib/${string}`, name: string, ...parameters: readonly unknown[]): Promise<T> {
      calls += 1;
      const { promise, resolve } = Promise.withResolvers<Ending>();
      waiting.set(calls, resolve);
      child.stdin.write(`${JSON.stringify({ call: calls, module, name, parameters })}\n`);
      const { result, fault } = await promise;
      if (fault !== undefined) throw new Error(fault);
      // Whoever calls a function by its name knows what it returns.
      return result as T;
    },
    async kill(): Promise<void> {
      const ended = once(child, "exit");
      if (child.kill("SIGKILL")) await ended;
    },
  };
}
