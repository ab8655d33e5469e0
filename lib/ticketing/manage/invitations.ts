import "server-only";

import { z } from "zod";
import type { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { requestExtension } from "#lib/ticketing/client/extension.ts";
import { pathTo } from "#lib/ticketing/client/paths.ts";
import type { MailedLink } from "#lib/ticketing/mail-links.ts";
import { accessBody, accessProblems, atFormFields, type InvitationValues } from "#lib/ticketing/manage/access-form.ts";
import { scanDates } from "#lib/ticketing/manage/people.ts";
import type { FormValues, Saved } from "#lib/ticketing/manage/saved.ts";
import { write } from "#lib/ticketing/manage/write.ts";
import { id, instant, optional, readable } from "#lib/ticketing/wire/shapes.ts";

const invitation = z.object({
  id,
  email: z.string(),
  capabilities: optional(z.array(z.string()), []),
  scanDates,
  created: instant,
  expiresAt: instant,
  state: z.enum(["OPEN", "EXPIRED"]),
});

/** Who was invited to the account, and has not accepted yet. */
export type Invitation = z.output<typeof invitation>;

/** Returns the account's invitations; `undefined` where the service has none. */
export async function listInvitations(
  as: PromoterCredential,
  accountId: number,
): Promise<readonly Invitation[] | undefined> {
  const path = pathTo`/account/${accountId}/invitations`;
  const answer = z.object({ invitations: readable(invitation) });
  return (await requestExtension({ name: "listInvitations", method: "GET", path, answer, as }))?.value.invitations;
}

/** Mails an invitation. An earlier one to the same address ends. */
export async function sendInvitation(
  as: PromoterCredential,
  accountId: number,
  { email, ...access }: InvitationValues,
  mailed: MailedLink,
): Promise<Saved<FormValues>> {
  const errors = accessProblems(access);
  if (errors.length > 0) return { result: "refused", errors };
  return mailInvitation(as, accountId, { email, ...accessBody(access), ...mailed });
}

/** Mails an invitation again, with the same access and a new link. */
export async function inviteAgain(
  as: PromoterCredential,
  accountId: number,
  invitationId: number,
  mailed: MailedLink,
): Promise<Saved<FormValues>> {
  const found = (await listInvitations(as, accountId))?.find((one) => one.id === invitationId);
  if (found === undefined) return { result: "refused", errors: [{ path: "", code: "NOT_FOUND" }] };
  const { email, capabilities, scanDates: dates } = found;
  const rows = dates?.map(({ eventDate, event, endsWithDate }) => ({
    ...(eventDate ? { eventDate: eventDate.id } : { event: event?.id }),
    endsWithDate,
  }));
  const scanned = capabilities.includes("SCAN") ? { scanDates: rows ?? null } : {};
  return mailInvitation(as, accountId, { email, capabilities, ...scanned, ...mailed });
}

export async function endInvitation(as: PromoterCredential, invitationId: number): Promise<Saved<FormValues>> {
  const path = pathTo`/invitation/${invitationId}`;
  const written = await write({ name: "endInvitation", method: "DELETE", path, body: {}, as });
  return written.result === "written" ? { result: "saved", id: invitationId } : unsaved(written);
}

async function mailInvitation(as: PromoterCredential, accountId: number, body: object): Promise<Saved<FormValues>> {
  const path = pathTo`/account/${accountId}/invitations`;
  const written = await write({ name: "inviteUser", method: "POST", path, body, as });
  return written.result === "written" ? { result: "saved", id: written.id ?? 0 } : unsaved(written);
}

function unsaved(written: Exclude<Awaited<ReturnType<typeof write>>, { readonly result: "written" }>) {
  const errors = written.result === "refused" ? atFormFields(written.errors) : [{ path: "", code: "CONFLICT" }];
  return { result: "refused", errors } as const;
}
