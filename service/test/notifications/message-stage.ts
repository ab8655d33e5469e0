import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { after, type TestContext } from "node:test";
import { openAccount } from "#src/accounts/use-cases/accounts.ts";
import type { MailServer, RenderMessage } from "#src/notifications/domain/message.ts";
import { mailServer } from "#src/notifications/outside/mail-server.ts";
import { deliverMessage, type MessageRuntime } from "#src/notifications/use-cases/deliver-message.ts";
import type { MessageKind } from "#src/platform/domain/message-kinds.ts";
import type { Db } from "#src/platform/store/db.ts";
import { type NewMessage, queueMessages } from "#src/platform/store/outbox.ts";
import { testDatabase } from "#test/cluster.ts";
import { startMailCatcher } from "#test/programs.ts";
import { testRuntime } from "#test/runtime.ts";

/** Opens a database and a mail server that keeps what it gets, until the tests of the file have ended. */
export async function openMail() {
  const [{ db, url, drop }, catcher] = await Promise.all([testDatabase(), startMailCatcher()]);
  after(async () => {
    catcher.server.close();
    catcher.stop();
    await drop();
  });
  return { db, url, catcher };
}

/** A step of SMTP, `.` for the end of the message, with the answer of a server that refuses there. */
type Refusal = readonly [step: "MAIL" | "RCPT" | ".", answer: string];

/** Starts a mail server that refuses every message at one step, until the test sets it right, with a client of its own. */
export async function openRelay(t: TestContext, refusal: Refusal) {
  const relay: { refusal: Refusal | undefined } = { refusal };
  const server = createServer((socket) => {
    let isData = false;
    socket.write("220 relay.example\r\n");
    socket.on("error", () => {});
    createInterface({ input: socket }).on("line", (line) => {
      if (isData && line !== ".") return;
      isData = line === "DATA";
      const [step, answer] = relay.refusal ?? [];
      const isRefused = step !== undefined && line.startsWith(step);
      socket.write(`${isRefused ? answer : isData ? "354 Go on" : "250 OK"}\r\n`);
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const client = mailServer({
    host: "127.0.0.1",
    port: Object(server.address()).port,
    isLoopback: true,
    tls: "if_offered",
    from: { name: "", address: "tickets@playhouse.example" },
    bounce: "bounces@playhouse.example",
  });
  t.after(() => {
    client.close();
    server.close();
  });
  return { client, relay };
}

export const RENDERER = { address: "https://tickets.example/api/messages", token: "sealed" };

/** Renders every message as its kind, with a file. */
export const renderKind: RenderMessage = async (_renderer, { kind }) => ({
  result: "rendered",
  content: {
    subject: `Message: ${kind}`,
    text: "Text",
    html: "<p>HTML</p>",
    attachments: [{ filename: "tickets.pdf", contentType: "application/pdf", contentBase64: btoa("%PDF") }],
  },
});

export function messageRuntime(db: Db, mailServer: MailServer, render: RenderMessage = renderKind): MessageRuntime {
  return { ...testRuntime(db), mailServer, render };
}

/** A message with details that its kind need not have. */
type AnyMessage = Omit<NewMessage, "kind" | "details"> & {
  readonly kind: MessageKind;
  readonly details?: Readonly<Record<string, unknown>>;
};

/** Creates an account with messages of its own. */
export async function openMessages(db: Db) {
  const shortName = `account${Math.floor(Math.random() * 1e12)}`;
  const { account } = await openAccount(testRuntime(db), { name: "A", shortName, currency: "NZD", embedOrigins: [] });
  let written = 0;

  /** Queues a message, and returns its id. */
  async function queue(recipient: string, more: Partial<AnyMessage> = {}): Promise<string> {
    written += 1;
    const message: AnyMessage = {
      accountId: account.id,
      kind: "TICKETS",
      key: `key ${written}`,
      recipient,
      language: "en",
      renderer: RENDERER,
      ...more,
    };
    await db.transaction((tx) => queueMessages(tx, [message as NewMessage]));
    const [row] = await db.query<{ id: string }>("SELECT id FROM message WHERE account_id = $1 AND key = $2", [
      message.accountId,
      message.key,
    ]);
    assert.ok(row);
    return row.id;
  }
  return { accountId: account.id, queue };
}

type MessageRow = {
  readonly state: string;
  readonly tries: number;
  readonly last_error: string | null;
  readonly recipient: string;
};

export async function messageOf(db: Db, id: string): Promise<MessageRow | undefined> {
  const [row] = await db.query<MessageRow>("SELECT state, tries, last_error, recipient FROM message WHERE id = $1", [
    id,
  ]);
  return row;
}

/** Returns how often a message has failed by itself, and whether it is left alone. */
export async function ownFailuresOf(db: Db, id: string) {
  const [row] = await db.query("SELECT own_failures, not_before > now() AS is_left FROM message WHERE id = $1", [id]);
  return row;
}

/** Lets time pass for a message. */
export async function pass(db: Db, id: string, seconds: number): Promise<void> {
  await db.query(
    `UPDATE message SET queued_at = queued_at - make_interval(secs => $2), not_before = not_before - make_interval(secs => $2),
            not_rendered_since = not_rendered_since - make_interval(secs => $2) WHERE id = $1`,
    [id, seconds],
  );
}

/** Tries once, and returns whether the queue would try again. */
export async function tryOnce(runtime: MessageRuntime, id: string): Promise<"settled" | "again"> {
  return deliverMessage(runtime, id).then(
    () => "settled" as const,
    () => "again" as const,
  );
}
