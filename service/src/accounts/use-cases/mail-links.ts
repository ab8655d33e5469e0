import { MAIL_LINKS, type MailLink } from "#src/accounts/domain/mail-link.ts";
import {
  deleteEndedLinks,
  deleteMailLink,
  findLetter,
  findMailLink,
  insertMailLink,
  type NewMailLink,
} from "#src/accounts/store/mail-links.ts";
import type { Caller } from "#src/platform/domain/caller.ts";
import { mayRender, type Runtime } from "#src/platform/runtime.ts";
import type { Db } from "#src/platform/store/db.ts";
import { queueMessages, type Renderer } from "#src/platform/store/outbox.ts";
import { hashToken } from "./access-tokens.ts";

/** How a link is mailed: `link` is the storefront's page of it, with `{key}` where its key goes. */
export type LinkMail = {
  readonly language: string;
  readonly link: string;
  readonly messages?: Renderer | undefined;
};

/** Why no message with a link is queued. */
export type MailRefusal =
  | { readonly refusal: "renderer_refused"; readonly path: "link" | "messages.address" }
  | { readonly refusal: "sent_too_often"; readonly secondsLeft: number };

/** Returns the field with an address that the operator has not allowed. A key goes to no other site than those that render messages. */
export function refusedAddress(
  runtime: Runtime,
  { link, messages }: LinkMail,
): ("link" | "messages.address") | undefined {
  if (!runtime.mail.rendererOrigins.has(new URL(link).origin)) return "link";
  return messages !== undefined && !mayRender(runtime, messages) ? "messages.address" : undefined;
}

/** Makes a link, and queues its message. The database has neither the key nor what it is made of. */
export async function mailLink(
  tx: Db,
  runtime: Runtime,
  link: Omit<NewMailLink, "seed" | "keyHash" | "seconds">,
  mail: LinkMail,
): Promise<number> {
  const { seconds, message: kind } = MAIL_LINKS[link.kind];
  const seed = runtime.newId();
  const keyHash = hashToken(runtime.mailLinkKey(seed));
  const id = await insertMailLink(tx, { ...link, seed, keyHash, seconds });
  const { accountId, email: recipient } = link;
  const details = { mailLink: id, link: mail.link };
  const { language, messages: renderer } = mail;
  await queueMessages(tx, [{ accountId, kind, key: `link ${seed}`, recipient, language, renderer, details }]);
  return id;
}

/** Returns the details of a link's message with the finished address, or `undefined` when the link cannot be used any more. */
export async function letterOfLink(
  runtime: Runtime,
  { mailLink, link }: { readonly mailLink?: unknown; readonly link?: unknown },
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const letter = await findLetter(runtime.db, Number(mailLink));
  if (letter === undefined) return undefined;
  const { kind, account, person, capabilities } = letter;
  const finished = {
    link: String(link).replace("{key}", runtime.mailLinkKey(letter.seed)),
    expiresAt: letter.expiresAt.toISOString(),
  };
  switch (kind) {
    case "INVITATION":
      return { ...finished, inviter: person, account, capabilities };
    case "PASSWORD":
      return { ...finished, name: person };
    case "REPLY_TO":
      return { ...finished, account };
  }
}

/** Returns a link of the caller's account that can be used, and does not use it up. */
export function getMailLink({ db }: Pick<Runtime, "db">, caller: Caller, key: string): Promise<MailLink | undefined> {
  return findMailLink(db, caller.account.id, hashToken(key));
}

/** Returns the link of a key and uses it up, in the transaction of what it is for; `undefined` when it cannot be used any more. */
export async function takeMailLink(tx: Db, caller: Caller, key: string): Promise<MailLink | undefined> {
  const link = await getMailLink({ db: tx }, caller, key);
  return link !== undefined && (await deleteMailLink(tx, link)) ? link : undefined;
}

/** Invitations that have ended are listed for this time. */
const KEEP_SECONDS = 30 * 24 * 60 * 60;

export function forgetMailLinks({ db }: Runtime): Promise<void> {
  return deleteEndedLinks(db, KEEP_SECONDS);
}
