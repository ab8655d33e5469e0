import assert from "node:assert/strict";
import type { MailServer } from "#src/notifications/domain/message.ts";
import { deliverMessage } from "#src/notifications/use-cases/deliver-message.ts";
import type { Db } from "#src/platform/store/db.ts";
import { messageRuntime, RENDERER } from "#test/notifications/message-stage.ts";
import { type Answered, at } from "#test/test-app.ts";

export const PAGE = { language: "de", link: "https://tickets.example/de/link/{key}", messages: RENDERER };
export const PASSWORD = "cobalt heron drifts";

/** Returns the first error of an answer, or "fine". */
export function refusalOf(answered: Answered): string {
  const [row] = Object(answered.body).errors ?? [];
  return answered.status === 200 ? "fine" : `${answered.status} ${row.path} ${row.reason}`;
}

type Letter = {
  readonly kind: string;
  readonly recipient: string;
  readonly details: Readonly<Record<string, unknown>>;
};

/** A storefront and a mail server that keep what they get. */
export function mailbox(db: Db) {
  const letters: Letter[] = [];
  const server: MailServer = {
    send: async () => ({ result: "sent" }),
    whyAway: async () => undefined,
    close: () => {},
  };
  const runtime = messageRuntime(db, server, async (_renderer, { kind, recipient, details }) => {
    letters.push({ kind, recipient, details });
    return { result: "rendered", content: { subject: kind, text: "Text" } };
  });

  /** Lets the worker send what waits. Returns the letters to this address. */
  async function deliver(recipient: string): Promise<readonly Letter[]> {
    letters.length = 0;
    const waiting = await db.query<{ id: string }>(
      "SELECT id FROM message WHERE state = 'QUEUED' AND kind IN ('INVITATION', 'PASSWORD_LINK', 'REPLY_TO_CONFIRM') ORDER BY created_at",
    );
    for (const { id } of waiting) await deliverMessage(runtime, id);
    return letters.filter((letter) => letter.recipient === recipient);
  }

  /** Returns the key in the newest letter to this address. */
  async function keyTo(recipient: string): Promise<string> {
    const link = String((await deliver(recipient)).at(-1)?.details.link);
    const key = /^https:\/\/tickets\.example\/de\/link\/([\w-]{43})$/.exec(link)?.[1];
    assert.ok(key, link);
    return key;
  }
  return { deliver, keyTo };
}

/** Lets the time of the links to this address pass. */
export async function endLinks(db: Db, email: string): Promise<void> {
  await db.query("UPDATE mail_link SET expires_at = now() WHERE email = $1", [email]);
}

/** Returns the text of everything that the database keeps about links and their messages. */
export async function keptText(db: Db): Promise<string> {
  const rows = await db.query(
    "SELECT message::text AS text FROM message UNION ALL SELECT mail_link::text FROM mail_link UNION ALL SELECT change_entry::text FROM change_entry UNION ALL SELECT audit_entry::text FROM audit_entry",
  );
  return JSON.stringify(rows);
}

export const idOf = (answered: Answered) => Number(at(answered, "id"));
