import "server-only";

import { z } from "zod";
import type { ShopCall } from "#lib/ticketing/client/calls.ts";
import { MISSING_STATUSES, requestExtension } from "#lib/ticketing/client/extension.ts";
import { ServiceBusy, TicketingFault } from "#lib/ticketing/client/fault.ts";
import type { Path } from "#lib/ticketing/client/paths.ts";
import { request, send } from "#lib/ticketing/client/request.ts";
import type { MessageRenderer } from "#lib/ticketing/sent-mail.ts";
import { isNoSuchCall, type Outcome, refused } from "#lib/ticketing/wire/purchase/refusals.ts";
import { ifReadable, instant, optional, ref, withoutUndefined } from "#lib/ticketing/wire/shapes.ts";

// Links that the service mails to people who work for the account: extensions of ours.

/** What the service needs to mail a link: `{key}` in the address stands for the link's key. */
export type MailedLink = {
  readonly language: string;
  readonly link: string;
  readonly messages?: MessageRenderer | undefined;
};

/**
 * Why the service refuses what a link was to do, by its reason: `link_ended` for a link that is used, too old or unknown, `too_many` for
 * too many tries.
 */
type LinkProblem = { readonly path: string; readonly reason: string };
type Used = Outcome<object, { readonly problems: readonly LinkProblem[] }>;

const mailLink = z
  .object({
    kind: z.enum(["INVITATION", "PASSWORD", "REPLY_TO"]),
    email: z.string(),
    account: ref,
    expiresAt: ifReadable(instant),
    capabilities: optional(z.array(z.string()), []),
  })
  .transform(withoutUndefined);

type MailLink = z.output<typeof mailLink>;

/** Returns what a link is for, without using it up; `undefined` of one that is used, too old or unknown. */
export async function findMailLink(key: string, kind: MailLink["kind"]): Promise<MailLink | undefined> {
  if (!isKey(key)) return undefined;
  const call = { name: "findMailLink", method: "POST", path: "/mailLink/find", body: { key } } as const;
  const gone = refused.transform(() => undefined);
  const found = await request<MailLink | undefined>({
    ...call,
    answer: mailLink,
    refusal: gone,
    missing: MISSING_STATUSES,
  });
  return found?.kind === kind ? found : undefined;
}

/** Asks the service to mail a link for a new password. Its answer does not tell whether there is such a user. */
export async function mailPasswordLink(username: string, mailed: MailedLink): Promise<"accepted" | "not_offered"> {
  const body = { username, ...mailed };
  const call = { name: "mailPasswordLink", method: "POST", path: "/user/password/forgotten", body } as const;
  try {
    const answer = z.unknown().transform(() => "accepted" as const);
    // It mails no link to this shop at all, which says nothing of a user.
    const notToUs = isRefusedFor("renderer_refused").transform(() => "not_offered" as const);
    const refusal = z.union([notToUs, answer]);
    return (await requestExtension({ ...call, answer, refusal }))?.value ?? "not_offered";
  } catch (fault) {
    // The service's own limit must reveal nothing about the user either.
    if (fault instanceof ServiceBusy) return "accepted";
    throw fault;
  }
}

function isRefusedFor(reason: string) {
  return z.object({ errors: z.array(z.object({ reason: z.literal(reason) })).min(1) });
}

/** Sets the password of the user to whom a link was mailed. */
export function setPasswordByLink(key: string, password: string): Promise<Used> {
  return spendLink("setPasswordByLink", "/user/password/byLink", key, { password });
}

/** Uses the address for replies to which a link was mailed. */
export function confirmReplyAddress(key: string): Promise<Used> {
  return spendLink("confirmMailLink", "/mailLink/confirm", key, {});
}

type NewUser = {
  readonly username: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
};

/** Creates the user to whom an invitation was mailed. */
export function acceptInvitation(key: string, user: NewUser): Promise<Used> {
  return spendLink("acceptInvitation", "/invitation/accept", key, user);
}

const ENDED: Used = { ok: false, problems: [{ path: "key", reason: "link_ended" }] };

const refusal = z.object({
  errors: z.array(z.object({ path: optional(z.string(), ""), reason: optional(z.string(), "") })).min(1),
});

/** Throws TicketingFault where it is not known whether it was done. */
async function spendLink(name: ShopCall, path: Path, key: string, use: object): Promise<Used> {
  if (!isKey(key)) return ENDED;
  const answer = await send({ name, method: "POST", path, body: { key, ...use } }).catch((fault: unknown) => {
    if (fault instanceof ServiceBusy) return undefined;
    throw fault;
  });
  if (answer === undefined) return { ok: false, problems: [{ path: "", reason: "too_many" }] };
  if (answer.status < 300) return { ok: true };
  const no = refused.safeParse(answer.body).data;
  if (MISSING_STATUSES.includes(answer.status) || (no !== undefined && isNoSuchCall(no))) return ENDED;
  const problems = answer.status < 500 ? refusal.safeParse(answer.body).data?.errors : undefined;
  if (problems === undefined) throw new TicketingFault(`${name} failed with ${answer.status}.`);
  return { ok: false, problems };
}

function isKey(key: string): boolean {
  return /^[\w-]{16,128}$/.test(key);
}
