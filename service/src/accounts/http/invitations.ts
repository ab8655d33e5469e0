import { z } from "zod";
import { acceptInvitation, endInvitation, getInvitations, invite } from "#src/accounts/use-cases/invitations.ts";
import { CAPABILITIES } from "#src/platform/domain/caller.ts";
import { emailAddressOf } from "#src/platform/domain/email-address.ts";
import { formatInstant } from "#src/platform/domain/venue-time.ts";
import { answer, declareCall } from "#src/platform/http/call.ts";
import { refuseChange, replyChanged, replyCreated } from "#src/platform/http/change-refusals.ts";
import { truncated, truncatedAt } from "#src/platform/http/list-query.ts";
import { mailAddress, mailedLink } from "#src/platform/http/mail-fields.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { created, done, id, idParams, pageOf, paging, totalHeader } from "#src/platform/http/shapes.ts";
import { key } from "./mail-links.ts";
import { refuseMail } from "./mail-refusals.ts";
import { password, personName, username } from "./user-fields.ts";
import { scanDates, scanDatesBody, toScanDates } from "./user-shapes.ts";

/** A promoter is never the shop. */
const capability = z.enum(CAPABILITIES).exclude(["PUBLIC"]);

const invitation = named(
  "Invitation",
  z.object({
    id,
    email: z.string(),
    capabilities: z.array(capability),
    scanDates,
    created: z.string(),
    expiresAt: z.string(),
    state: z.enum(["OPEN", "EXPIRED"]),
  }),
);

export const INVITATION_CALLS = [
  declareCall({
    method: "POST",
    path: "/account/{id}/invitations",
    isExtension: true,
    summary:
      "Invite a person by email to become a user of the account, within three days. A second invitation to an address replaces the first. At most 50 a day",
    access: ["MANAGE"],
    params: idParams,
    body: z.strictObject({
      email: mailAddress.transform((text) => emailAddressOf(text) ?? text),
      capabilities: z.array(capability).min(1).max(CAPABILITIES.length),
      scanDates: scanDatesBody.optional(),
      ...mailedLink,
    }),
    answer: created,
    handle: async ({ runtime, caller, body }) => {
      const { email, capabilities, scanDates, ...mail } = body;
      const made = await invite(runtime, caller, { email, capabilities, scanDates }, mail);
      if (made.ok) return replyCreated(made);
      return made.refusal === "renderer_refused" || made.refusal === "sent_too_often"
        ? refuseMail(made)
        : refuseChange(made);
    },
  }),
  declareCall({
    method: "GET",
    path: "/account/{id}/invitations",
    isExtension: true,
    summary: "Invitations that were not accepted, the newest first. Those that have ended are listed for 30 days",
    access: ["MANAGE"],
    params: idParams,
    query: z.strictObject(paging),
    answer: z.object({ invitations: z.array(invitation), ...truncated }),
    handle: async ({ runtime, caller, query }) => {
      const page = pageOf(query);
      const { things, total } = await getInvitations(runtime, caller, page);
      const invitations = things.map(({ id, email, capabilities, scanDates, createdAt, expiresAt, isOpen }) => ({
        id,
        email,
        capabilities: capability.options.filter((one) => capabilities.includes(one)),
        scanDates: toScanDates(scanDates),
        created: formatInstant(createdAt, "UTC"),
        expiresAt: formatInstant(expiresAt, "UTC"),
        state: isOpen ? ("OPEN" as const) : ("EXPIRED" as const),
      }));
      return answer({ invitations, ...truncatedAt(page, total) }, totalHeader(total));
    },
  }),
  declareCall({
    method: "DELETE",
    path: "/invitation/{id}",
    isExtension: true,
    summary: "End an invitation, so that its link is no longer valid",
    access: ["MANAGE"],
    params: idParams,
    answer: done,
    handle: async ({ runtime, caller, params }) => replyChanged(await endInvitation(runtime, caller, params.id)),
  }),
  declareCall({
    method: "POST",
    path: "/invitation/accept",
    isExtension: true,
    summary: "Become the user whom an invitation is for. It is used up by this; a refusal does not use it up",
    access: ["PUBLIC"],
    body: z.strictObject({ key, username, password, firstName: personName, lastName: personName }),
    answer: created,
    handle: async ({ runtime, caller, body, network }) =>
      replyCreated(await acceptInvitation(runtime, caller, { ...body, network })),
  }),
];
