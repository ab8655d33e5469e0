import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

export type Sandbox = {
  readonly url: string;
  readonly secret: string;
  /** What the processor really did for this attempt, in order. */
  readonly entriesOf: (attempt: string) => Promise<readonly string[]>;
  readonly stop: () => void;
};

const SECRET = "a secret of the tests";

/** The sandbox processor as its own process, which outlives a killed service as a real one would. */
export async function startSandbox(): Promise<Sandbox> {
  const port = await freePort();
  const child = spawn(process.execPath, [join(import.meta.dirname, "../processor/main.ts")], {
    env: { PORT: String(port), PROCESSOR_SECRET: SECRET, FOYER_DATA: mkdtempSync(join(tmpdir(), "processor-")) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  const url = `http://127.0.0.1:${port}`;
  return {
    url,
    secret: SECRET,
    entriesOf: async (attempt) => {
      const response = await fetch(`${url}/_ledger?attempt=${attempt}`);
      const { entries } = (await response.json()) as { entries: readonly { kind: string }[] };
      return entries.map(({ kind }) => kind);
    },
    stop: () => void child.kill("SIGKILL"),
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (typeof address !== "object" || address === null) throw new Error("There is no free port.");
  return address.port;
}
