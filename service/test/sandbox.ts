import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { COMPILED } from "#test/compiled.ts";
import { freePort } from "#test/free-port.ts";

export type Sandbox = {
  readonly url: string;
  readonly secret: string;
  /** Returns the processor's ledger entries of this attempt, in order. */
  readonly entriesOf: (attempt: string) => Promise<readonly string[]>;
  /** Returns all of its ledger entries. */
  readonly ledger: () => Promise<readonly LedgerEntry[]>;
  readonly stop: () => void;
};

export type LedgerEntry = { readonly attempt: string; readonly kind: string; readonly amount: string };

const SECRET = "a secret of the tests";

/** Starts the sandbox processor as a separate process, which survives a killed service. */
export async function startSandbox(): Promise<Sandbox> {
  const port = await freePort();
  const child = spawn(process.execPath, [join(import.meta.dirname, "../processor/main.ts")], {
    env: {
      ...COMPILED,
      PORT: String(port),
      PROCESSOR_SECRET: SECRET,
      FOYER_DATA: mkdtempSync(join(tmpdir(), "processor-")),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  await once(child.stdout, "data");
  const url = `http://127.0.0.1:${port}`;
  const entries = async (query: string) => {
    const response = await fetch(`${url}/_ledger${query}`);
    return ((await response.json()) as { entries: readonly LedgerEntry[] }).entries;
  };
  return {
    url,
    secret: SECRET,
    entriesOf: async (attempt) => (await entries(`?attempt=${attempt}`)).map(({ kind }) => kind),
    ledger: () => entries(""),
    stop: () => void child.kill("SIGKILL"),
  };
}
