import { randomUUID } from "node:crypto";
import { domainToASCII } from "node:url";
import { type Attachment, type HeaderLines, type ParsedMail, simpleParser } from "mailparser";

/** A message as it was received. */
export type CaughtMessage = {
  readonly id: string;
  /** The header From, decoded. */
  readonly from: string;
  /** The envelope's sender (MAIL FROM), where bounces go. */
  readonly returnPath: string;
  /** The envelope's recipients (RCPT TO). Domains are in ASCII. */
  readonly to: readonly string[];
  readonly subject: string;
  /** ISO 8601. */
  readonly receivedAt: string;
  readonly text: string;
  readonly html: string;
  /** The values of the headers as they were sent, unfolded, by their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly attachments: readonly CaughtAttachment[];
  /** The length of the whole message in bytes. */
  readonly bytes: number;
};

export type CaughtAttachment = {
  readonly filename: string;
  readonly contentType: string;
  readonly contentBase64: string;
};

export type Envelope = { readonly from: string; readonly to: readonly string[] };

export type Mailbox = ReturnType<typeof createMailbox>;

/** Older messages are dropped, so that a long run of the sandbox does not fill the memory. */
const KEPT_MAX = 1_000;

/** Creates an empty mailbox in memory. */
export function createMailbox() {
  let messages: readonly CaughtMessage[] = [];

  /** Parses and keeps a message. */
  async function add(raw: Buffer, envelope: Envelope): Promise<void> {
    const message = toMessage(await simpleParser(raw), envelope, raw.length);
    messages = [message, ...messages].slice(0, KEPT_MAX);
  }

  /** Returns the messages to one recipient, or all of them, the newest first. */
  function list(to?: string): readonly CaughtMessage[] {
    return to === undefined ? messages : messages.filter((message) => message.to.includes(withAsciiDomain(to)));
  }

  return {
    add,
    list,
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

function toMessage(parsed: ParsedMail, envelope: Envelope, bytes: number): CaughtMessage {
  return {
    id: randomUUID(),
    from: parsed.from?.text ?? "",
    returnPath: withAsciiDomain(envelope.from),
    to: envelope.to.map(withAsciiDomain),
    subject: parsed.subject ?? "",
    receivedAt: new Date().toISOString(),
    text: parsed.text ?? "",
    html: parsed.html || "",
    headers: headersOf(parsed.headerLines),
    attachments: parsed.attachments.map(toAttachment),
    bytes,
  };
}

function headersOf(lines: HeaderLines): Readonly<Record<string, string>> {
  return Object.fromEntries(
    lines.map(({ key, line }) => [
      key,
      line
        .slice(line.indexOf(":") + 1)
        .replaceAll(/\r?\n(?=[ \t])/g, "")
        .trim(),
    ]),
  );
}

function toAttachment({ filename, contentType, content }: Attachment): CaughtAttachment {
  return { filename: filename ?? "", contentType, contentBase64: content.toString("base64") };
}
