import { expect } from "@playwright/test";
import { type Environment, required } from "./target/env.ts";

/** A message that a buyer got, as the mail catcher has it. */
export type Message = {
  readonly id: string;
  readonly from: string;
  /** The envelope's recipients. */
  readonly to: readonly string[];
  readonly subject: string;
  /** ISO 8601. */
  readonly receivedAt: string;
  readonly text: string;
  readonly html: string;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly attachments: readonly {
    readonly filename: string;
    readonly contentType: string;
    readonly contentBase64: string;
  }[];
};

type Wanted = { readonly subject?: string | RegExp };

export type MailboxReader = ReturnType<typeof openMailbox>;

/** The storefront renders a message after the payment, and other tests' messages may be sent before it. */
const ARRIVES_MS = 30_000;

/**
 * Returns an address for this buyer with a mailbox of its own: the addresses of all buyers differ in their tag alone, and the service counts
 * messages about joining a waiting list by mailbox.
 */
export function ownMailbox({ email }: { readonly email: string }): string {
  return email.replace("+", ".");
}

/** Opens the mail catcher of the target. */
export function openMailbox(env: Environment) {
  const address = required(env, "mailbox");

  /** Returns the messages to this address, the newest first. */
  async function messagesTo(recipient: string, { subject }: Wanted = {}): Promise<readonly Message[]> {
    const response = await fetch(`${address}/messages?to=${encodeURIComponent(recipient)}`);
    if (!response.ok) throw new Error(`The mailbox answered ${response.status}.`);
    const messages = (await response.json()) as readonly Message[];
    if (subject === undefined) return messages;
    return messages.filter((one) =>
      typeof subject === "string" ? one.subject.includes(subject) : subject.test(one.subject),
    );
  }

  /** Waits for a message to this address, and returns the newest one. */
  async function messageTo(recipient: string, wanted: Wanted = {}): Promise<Message> {
    let found: Message | undefined;
    const look = async () => {
      [found] = await messagesTo(recipient, wanted);
      return found !== undefined;
    };
    const timeout = ARRIVES_MS * env.timeoutFactor;
    await expect.poll(look, { timeout, message: `a message to ${recipient} has arrived` }).toBe(true);
    if (found === undefined) throw new Error(`There is no message to ${recipient}.`);
    return found;
  }

  /** Makes the catcher refuse mail to this address for now or for good, or never answer it, until it accepts mail again. */
  async function behave(mode: "accept" | "refuse4xx" | "refuse5xx" | "hang", recipient: string): Promise<void> {
    const body = JSON.stringify({ mode, to: recipient });
    const response = await fetch(`${address}/behaviour`, { method: "POST", body });
    if (!response.ok) throw new Error(`The mailbox answered ${response.status}.`);
  }

  return { messagesTo, messageTo, behave };
}
