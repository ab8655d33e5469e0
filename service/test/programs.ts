import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { type MailServerSettings, mailServer } from "#src/notifications/outside/mail-server.ts";

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
  const child = spawn(process.execPath, [join(import.meta.dirname, "../sandbox/processor/main.ts")], {
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

const { NODE_COMPILE_CACHE: folder } = process.env;

/**
 * For the environment of a child process: where it finds the modules that other processes of the run have compiled, as `npm test`
 * sets it. To compile the service takes half of its start.
 */
export const COMPILED: Readonly<Record<string, string>> = folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };

/** Returns a port of the loopback that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (typeof address !== "object" || address === null) throw new Error("There is no free port.");
  return address.port;
}

export type Caught = {
  readonly id: string;
  readonly from: string;
  readonly returnPath: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly attachments: readonly { readonly filename: string; readonly contentType: string }[];
};

type Mode = "accept" | "refuse4xx" | "refuse5xx" | "hang" | "drop";

/** A separate process, since service and tools share no code. */
const CATCHER = fileURLToPath(new URL("../sandbox/mail-catcher/main.ts", import.meta.url));

/** Starts a real SMTP server that keeps what it gets. */
export async function startMailCatcher() {
  const child = spawn(process.execPath, [CATCHER], { env: { ...COMPILED }, stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  const { smtp, mail } = JSON.parse(String(line)) as { readonly smtp: string; readonly mail: string };
  const settings: MailServerSettings = {
    host: "127.0.0.1",
    port: Number(new URL(smtp).port),
    tls: "if_offered",
    bounce: "bounces@playhouse.example",
    isLoopback: true,
    from: { name: "The Playhouse, “Nelson”", address: "tickets@playhouse.example" },
  };
  return {
    smtp,
    settings,
    /** A client of it. */
    server: mailServer(settings),
    /** Returns the messages to one recipient, or all of them, the newest first. */
    async messages(to?: string): Promise<readonly Caught[]> {
      const query = to === undefined ? "" : `?to=${encodeURIComponent(to)}`;
      return (await (await fetch(`${mail}/messages${query}`)).json()) as readonly Caught[];
    },
    async behave(mode: Mode, to?: string): Promise<void> {
      await fetch(`${mail}/behaviour`, { method: "POST", body: JSON.stringify({ mode, to }) });
    },
    stop: () => void child.kill("SIGKILL"),
  };
}
