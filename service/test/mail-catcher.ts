import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { type MailServerSettings, mailServer } from "#src/notifications/outside/mail-server.ts";
import { COMPILED } from "#test/compiled.ts";

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

export type Mode = "accept" | "refuse4xx" | "refuse5xx" | "hang" | "drop";

export type MailCatcher = Awaited<ReturnType<typeof startMailCatcher>>;

/** A separate process, since service and scripts share no code. */
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
