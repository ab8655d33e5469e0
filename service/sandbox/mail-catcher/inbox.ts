import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { domainToASCII } from "node:url";
import { simpleParser } from "mailparser";

const PAGE_POLICY = "default-src 'none'; frame-src 'self'; form-action 'self'; base-uri 'none'";
/** For a message's HTML: shows its styles and pictures, runs no script and loads nothing else. Links open another tab. */
const MESSAGE_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data: http: https:; base-uri 'none'";

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (letter) => ENTITIES[letter] ?? letter);
const timeOf = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;

/** Returns the page with all messages, the newest first. */
export function inboxPage(messages: readonly CaughtMessage[]): Response {
  const rows = messages.map(
    ({ id, subject, to, receivedAt }) =>
      `<li><a href="/message/${id}">${escapeHtml(subject || "(no subject)")}</a> to ${escapeHtml(to.join(", "))}, ${timeOf(receivedAt)}</li>`,
  );
  return page("Inbox", rows.length > 0 ? `<ol>${rows.join("")}</ol>` : "<p>No messages yet.</p>");
}

/** Returns a part of a message: `html`, `attachment/0`, or without a part the page with its headers, HTML and text. */
export function messagePart(message: CaughtMessage | undefined, part = "", number = ""): Response {
  const attachment = part === "attachment" ? message?.attachments[Number(number)] : undefined;
  if (message !== undefined && part === "") return messagePage(message);
  if (message !== undefined && part === "html") return html(message.html, MESSAGE_POLICY);
  if (attachment === undefined) return page("This message is no longer kept", "", 404);
  const name = encodeURIComponent(attachment.filename);
  return new Response(Buffer.from(attachment.contentBase64, "base64"), {
    headers: { "Content-Type": attachment.contentType, "Content-Disposition": `attachment; filename*=UTF-8''${name}` },
  });
}

function messagePage(message: CaughtMessage): Response {
  const { id, subject, from, to, receivedAt, text, attachments } = message;
  const files = attachments.map(
    ({ filename }, at) =>
      `<li><a href="/message/${id}/attachment/${at}">${escapeHtml(filename || "attachment")}</a></li>`,
  );
  const frame = `<iframe title="The message" src="/message/${id}/html" width="100%" height="700"></iframe>`;
  return page(
    subject || "(no subject)",
    `<p>From ${escapeHtml(from)}<br>To ${escapeHtml(to.join(", "))}<br>${timeOf(receivedAt)}</p>
    <ul>${files.join("")}</ul>${message.html ? frame : ""}<h2>Text</h2><pre>${escapeHtml(text)}</pre>`,
  );
}

function page(title: string, content: string, status = 200): Response {
  return html(
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<p><a href="/">Inbox</a></p><h1>${escapeHtml(title)}</h1>${content}`,
    PAGE_POLICY,
    status,
  );
}

function html(body: string, policy: string, status = 200): Response {
  return new Response(body, {
    status,
    headers: { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": policy },
  });
}

type CaughtMessage = Awaited<ReturnType<typeof parsed>>;

/** Older messages are dropped, so that a long run of the sandbox does not fill the memory or the disk. The newest always stays. */
const KEPT_MAX = 1_000;
const KEPT_BYTES_MAX = 200_000_000;
const FILE = /^\d{9}\.json$/;

/**
 * Opens the mailbox in a folder, which is made where it is missing, with a file for each message. Without a folder the mailbox is in
 * memory, and empty.
 */
export function openMailbox(folder?: string, bytesMax = KEPT_BYTES_MAX) {
  if (folder !== undefined) mkdirSync(folder, { recursive: true, mode: 0o700 });
  let kept: readonly Kept[] = folder === undefined ? [] : readKept(folder);

  /** Parses and keeps a message with its envelope: the sender, where bounces go, and the recipients. */
  async function add(raw: Buffer, returnPath: string, to: readonly string[]): Promise<void> {
    const message = await parsed(raw, returnPath, to);
    const file = `${String(numberOf(kept[0]) + 1).padStart(9, "0")}.json`;
    const content = Buffer.from(JSON.stringify(message));
    if (folder !== undefined) writeWhole(join(folder, file), content);
    const all = [{ file, message, bytes: content.length }, ...kept];
    const count = countWithin(all, bytesMax);
    remove(all.slice(count));
    kept = all.slice(0, count);
  }

  function remove(some: readonly Kept[]): void {
    if (folder !== undefined) for (const { file } of some) rmSync(join(folder, file), { force: true });
  }

  return {
    add,
    /** Returns the messages to one recipient, or all of them, the newest first. */
    list: (to?: string): readonly CaughtMessage[] => {
      const messages = kept.map(({ message }) => message);
      return to === undefined ? messages : messages.filter((message) => message.to.includes(withAsciiDomain(to)));
    },
    find: (id: string): CaughtMessage | undefined => kept.find(({ message }) => message.id === id)?.message,
    clear: (): void => {
      remove(kept);
      kept = [];
    },
  };
}

/** A message, its size and the name of its file, by which they are ordered. */
type Kept = { readonly file: string; readonly message: CaughtMessage; readonly bytes: number };

/** Returns how many of the newest messages are kept. */
function countWithin(all: readonly Kept[], bytesMax: number): number {
  let bytes = 0;
  const first = all.findIndex((one, at) => {
    bytes += one.bytes;
    return at > 0 && (at === KEPT_MAX || bytes > bytesMax);
  });
  return first === -1 ? all.length : first;
}

const numberOf = (one: Kept | undefined): number => Number.parseInt(one?.file ?? "0", 10);

/** Returns the messages in a folder, the newest first. One that a crash of the machine has damaged is removed. */
function readKept(folder: string): readonly Kept[] {
  const files = readdirSync(folder).filter((name) => FILE.test(name));
  return files
    .toSorted()
    .reverse()
    .flatMap((file) => {
      try {
        const content = readFileSync(join(folder, file));
        // The mailbox has written it.
        return [{ file, message: JSON.parse(content.toString()) as CaughtMessage, bytes: content.length }];
      } catch {
        rmSync(join(folder, file));
        return [];
      }
    });
}

/** Writes a file whole or not at all, readable by its owner alone. */
function writeWhole(file: string, content: Buffer): void {
  writeFileSync(`${file}.part`, content, { mode: 0o600 });
  renameSync(`${file}.part`, file);
}

/** Returns the address with its domain as it is sent over SMTP: the parser of the SMTP server decodes Punycode. */
export function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf("@");
  return `${address.slice(0, at + 1)}${domainToASCII(address.slice(at + 1)) || address.slice(at + 1)}`;
}

async function parsed(raw: Buffer, returnPath: string, to: readonly string[]) {
  const { from, subject, text, html, headerLines, attachments } = await simpleParser(raw);
  return {
    id: randomUUID(),
    from: from?.text ?? "",
    returnPath: withAsciiDomain(returnPath),
    to: to.map(withAsciiDomain),
    subject: subject ?? "",
    receivedAt: new Date().toISOString(),
    text: text ?? "",
    html: html || "",
    /** The values of the headers as they were sent, unfolded, by their names in lower case. */
    headers: Object.fromEntries(
      headerLines.map(({ key, line }) => [
        key,
        line
          .replace(/^[^:]*:/, "")
          .replaceAll(/\r?\n(?=[ \t])/g, "")
          .trim(),
      ]),
    ),
    attachments: attachments.map(({ filename, contentType, content }) => ({
      filename: filename ?? "",
      contentType,
      contentBase64: content.toString("base64"),
    })),
  };
}
