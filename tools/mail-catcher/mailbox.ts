import { randomUUID } from "node:crypto";
import { domainToASCII } from "node:url";
import { simpleParser } from "mailparser";

export type CaughtMessage = Awaited<ReturnType<typeof parsed>>;
export type Mailbox = ReturnType<typeof createMailbox>;

/** Older messages are dropped, so that a long run of the sandbox does not fill the memory. */
const KEPT_MAX = 1_000;

/** Creates an empty mailbox in memory. */
export function createMailbox() {
  let messages: readonly CaughtMessage[] = [];

  /** Parses and keeps a message with its envelope: the sender, where bounces go, and the recipients. */
  async function add(raw: Buffer, returnPath: string, to: readonly string[]): Promise<void> {
    messages = [await parsed(raw, returnPath, to), ...messages].slice(0, KEPT_MAX);
  }

  return {
    add,
    /** Returns the messages to one recipient, or all of them, the newest first. */
    list: (to?: string): readonly CaughtMessage[] =>
      to === undefined ? messages : messages.filter((message) => message.to.includes(withAsciiDomain(to))),
    find: (id: string): CaughtMessage | undefined => messages.find((message) => message.id === id),
    clear: (): void => {
      messages = [];
    },
  };
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
