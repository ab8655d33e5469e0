import { setTimeout as pause } from "node:timers/promises";
import { createTransport } from "nodemailer";
import type { Failure, Mail, MailFailure, MailResult, MailServer } from "#src/notifications/domain/message.ts";
import { type Cause, causeOf } from "#src/platform/domain/cause.ts";

export type MailServerSettings = {
  readonly host: string;
  readonly port: number;
  /** Whether it is on this machine. Its certificate is not verified then. */
  readonly isLoopback: boolean;
  /** TLS from the first byte, by STARTTLS or not at all, or by STARTTLS where the server offers it. */
  readonly tls: "from_the_start" | "required" | "if_offered";
  readonly login?: { readonly user: string; readonly password: string };
  /** The sender of all mail. Its domain is the one of every Message-ID. */
  readonly from: { readonly name: string; readonly address: string };
  /** The envelope's sender, which gets bounces. */
  readonly bounce: string;
  readonly dkim?: { readonly domain: string; readonly selector: string; readonly privateKey: string };
};

/** Timeouts of one delivery. A try has them one after another, and its job expires only after all of them. */
const CONNECT_MS = 10_000;
const GREETING_MS = 10_000;
const SILENT_MS = 30_000;
/** EHLO twice, STARTTLS, three steps of AUTH, MAIL FROM, RCPT TO, DATA and the message. */
const REPLIES_MAX = 10;
/** The longest time of one delivery to a server that is silent before each of its replies. */
export const SEND_MS = CONNECT_MS + GREETING_MS + REPLIES_MAX * SILENT_MS;

/** As many as messages are sent at a time, so that none waits for a connection. They are kept open, since a TLS handshake takes longer than a message. */
const CONNECTIONS_MAX = 10;
const REASON_MAX = 300;
/** How long a look at a server that took nothing may take, and is kept. */
export const LOOK_MS = 60_000;
const LOOK_KEPT_MS = 5_000;
/** For this time after the sender, or every one of many messages, was refused nothing is sent. A look ends before MAIL FROM, and finds neither. */
const REFUSED_MS = 60_000;

/** Answers to these commands may be about the message. An answer to another one, such as to AUTH or MAIL FROM, is about every message. */
const ABOUT_MESSAGE = new Set(["RCPT TO", "DATA"]);

/** Refusals by the system or its policy, such as of relaying: about the sender and the server, and settled by a person. */
const OF_SYSTEM_OR_POLICY = /^\d{3}[ -]5\.[37]\.\d/;

type SmtpError = {
  readonly responseCode?: unknown;
  readonly command?: unknown;
  readonly code?: unknown;
  readonly response?: unknown;
};

/** Returns the client of a mail server. Files and addresses in a message are never loaded. */
export function mailServer({ host, port, isLoopback, tls, login, from, bounce, dkim }: MailServerSettings): MailServer {
  const transport = createTransport({
    host,
    port,
    secure: tls === "from_the_start",
    requireTLS: tls === "required",
    pool: true,
    maxConnections: CONNECTIONS_MAX,
    disableFileAccess: true,
    disableUrlAccess: true,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: GREETING_MS,
    socketTimeout: SILENT_MS,
    // The connection does not leave this machine, and servers on the loopback address rarely have a signed certificate.
    tls: { minVersion: "TLSv1.2", rejectUnauthorized: !isLoopback },
    ...(login && { auth: { user: login.user, pass: login.password } }),
    ...(dkim && { dkim: { domainName: dkim.domain, keySelector: dkim.selector, privateKey: dkim.privateKey } }),
  });
  const domain = from.address.slice(from.address.indexOf("@") + 1);

  async function send(mail: Mail): Promise<MailResult> {
    const {
      id,
      recipient,
      language,
      subject,
      text,
      html,
      attachments = [],
      listUnsubscribe,
      senderName,
      replyTo,
    } = mail;
    // Known from the row after a restart.
    if (mail.failsByItself) alone.add(id);
    try {
      await transport.sendMail({
        // The address is passed as a value, not as a header that would be parsed again.
        envelope: { from: bounce, to: [recipient] },
        from: { ...from, ...(senderName !== undefined && { name: senderName }) },
        ...(replyTo !== undefined && { replyTo: { name: "", address: replyTo } }),
        to: { name: "", address: recipient },
        messageId: `<${id}@${domain}>`,
        subject,
        text,
        ...(html !== undefined && { html }),
        headers: {
          "Auto-Submitted": "auto-generated",
          "Content-Language": language,
          ...(listUnsubscribe !== undefined && { "List-Unsubscribe": listUnsubscribe }),
        },
        attachments: attachments.map(({ filename, contentType, contentBase64, cid }) => ({
          filename,
          contentType,
          content: Buffer.from(contentBase64, "base64"),
          ...(cid !== undefined && { cid, contentDisposition: "inline" as const }),
        })),
      });
      return noteAccepted(id);
    } catch (error) {
      const failure = failureOf(error, recipient);
      if (failure.result === "failed") return noteRefused(id, failure);
      if (failure.result === "refused") {
        refused.delete(id);
        alone.delete(id);
        return failure;
      }
      if (isSenderRefused(error)) return hold(failure);
      isSuspect = true;
      // A message that breaks its connection must not pass for an outage.
      return (await whyAway()) ?? noteRefused(id, { ...failure, result: "failed" });
    }
  }

  /** The messages that were refused for now since the server accepted one, and those that were refused before that, which fail by themselves. */
  const [refused, alone] = [new Set<string>(), new Set<string>()];

  function noteAccepted(id: string): MailResult {
    const endsOutage = refused.size > 1 || refused.has(id) || alone.has(id);
    for (const one of refused) alone.add(one);
    refused.clear();
    alone.delete(id);
    held = undefined;
    return { result: "sent", endsOutage };
  }

  /** Returns a failure of the message where it is the only one, or others are accepted. Else the server takes nothing. */
  function noteRefused(id: string, failure: Failure): MailFailure {
    if (alone.has(id)) return { ...failure, acceptsOthers: true };
    refused.add(id);
    if (refused.size === 1) return failure;
    const { cause, reason } = failure;
    const ofAll = {
      result: "away",
      cause,
      reason: reason.startsWith(BY_SERVER) ? reason : reasonOf(cause, reason),
    } as const;
    return refused.size > CONNECTIONS_MAX ? hold(ofAll) : ofAll;
  }

  /** Sends nothing for a while: each try costs the storefront a rendering. */
  function hold(failure: Failure): Failure {
    held = failure;
    setTimeout(() => {
      // An acceptance may have ended this one, and a later one have begun.
      if (held === failure) held = undefined;
    }, REFUSED_MS).unref();
    return failure;
  }

  let held: Failure | undefined;
  /** Whether the server took nothing when it was last tried. */
  let isSuspect = false;
  let lastLook: Promise<Failure | undefined> | undefined;

  async function look(): Promise<Failure | undefined> {
    const late = pause(LOOK_MS, LATE, { ref: false });
    const found = await Promise.race([transport.verify().then(() => undefined, awayOf), late]);
    if (found === undefined) isSuspect = false;
    setTimeout(() => {
      lastLook = undefined;
    }, LOOK_KEPT_MS).unref();
    return found;
  }

  async function whyAway(): Promise<Failure | undefined> {
    if (held !== undefined) return held;
    if (!isSuspect) return undefined;
    lastLook ??= look();
    return lastLook;
  }

  return { send, whyAway, close: () => transport.close() };
}

const LATE: Failure = { result: "away", cause: "no answer in time", reason: "The mail server: no answer in time" };

/** Returns whether the server takes no mail of the sender, who is the same for every message: suspended, or above a quota. */
function isSenderRefused(error: unknown): boolean {
  return Object(error).command === "MAIL FROM";
}

function awayOf(error: unknown): Failure {
  const cause = isSenderRefused(error) ? "answered with an error" : causeOf(error);
  const said = error instanceof Error ? error.message : String(error);
  return { result: "away", cause, reason: reasonOf(cause, said) };
}

/** Begins every reason that is about the server. */
const BY_SERVER = "The mail server: ";

function reasonOf(cause: Cause, said: string): string {
  return `${BY_SERVER}${cause} (${said})`.slice(0, REASON_MAX);
}

function failureOf(error: unknown, recipient: string): Exclude<MailResult, { result: "sent" }> {
  const { responseCode, command, code, response }: SmtpError = Object(error);
  if (!ABOUT_MESSAGE.has(String(command))) return awayOf(error);
  const message = error instanceof Error ? error.message : String(error);
  const reason = `${typeof code === "string" ? `${code}: ` : ""}${message}`
    .replaceAll(recipient, "…")
    .slice(0, REASON_MAX);
  const isForGood =
    typeof responseCode === "number" && responseCode >= 500 && !OF_SYSTEM_OR_POLICY.test(String(response));
  return isForGood ? { result: "refused", reason } : { result: "failed", reason, cause: "answered with an error" };
}
