import { z } from "zod";
import { confirmReplyTo } from "#src/accounts/use-cases/accounts.ts";
import { mailPasswordLink, setPasswordByLink } from "#src/accounts/use-cases/forgotten-passwords.ts";
import { getMailLink } from "#src/accounts/use-cases/mail-links.ts";
import { CAPABILITIES } from "#src/platform/domain/caller.ts";
import { formatInstant } from "#src/platform/domain/venue-time.ts";
import { answer, declareCall, missing } from "#src/platform/http/call.ts";
import { replyChanged } from "#src/platform/http/change-refusals.ts";
import { line } from "#src/platform/http/fields.ts";
import { mailedLink } from "#src/platform/http/mail-fields.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { done, ref, toRef } from "#src/platform/http/shapes.ts";
import { refuseAddress } from "./mail-refusals.ts";
import { password } from "./user-fields.ts";

/** What stands in a mailed link for `{key}`. */
export const key = z.string().min(1).max(200);

const link = named(
  "MailLink",
  z.object({
    kind: z.enum(["INVITATION", "PASSWORD", "REPLY_TO"]),
    email: z.string(),
    account: ref,
    expiresAt: z.string(),
    /** Of an invitation. */
    capabilities: z.array(z.enum(CAPABILITIES)).optional(),
  }),
);

/** The calls of the shop for links that the service mails. */
export const MAIL_LINK_CALLS = [
  declareCall({
    method: "POST",
    path: "/mailLink/find",
    isExtension: true,
    summary: "What a mailed link is for. It is not used up by this. 404: it is unknown, was used, or has ended",
    access: ["PUBLIC"],
    body: z.strictObject({ key }),
    answer: link,
    handle: async ({ runtime, caller, body }) => {
      const found = await getMailLink(runtime, caller, body.key);
      if (found === undefined) return missing("key", "link");
      const { kind, email, expiresAt, capabilities } = found;
      return answer({
        kind,
        email,
        account: toRef("account", caller.account),
        expiresAt: formatInstant(expiresAt, "UTC"),
        ...(capabilities && { capabilities: [...capabilities] }),
      });
    },
  }),
  declareCall({
    method: "POST",
    path: "/mailLink/confirm",
    isExtension: true,
    summary: "Use the address for replies that a mailed link confirms",
    access: ["PUBLIC"],
    body: z.strictObject({ key }),
    answer: done,
    handle: async ({ runtime, caller, body, network }) =>
      replyChanged(await confirmReplyTo(runtime, caller, { ...body, network })),
  }),
  declareCall({
    method: "POST",
    path: "/user/password/forgotten",
    isExtension: true,
    summary:
      "Mail a link for a new password to the user with this name or address, valid for an hour. The answer is the same whether there is one, and above the limits of three an hour and ten a day",
    access: ["PUBLIC"],
    body: z.strictObject({ username: line(254), ...mailedLink }),
    answer: done,
    handle: async ({ runtime, caller, body, network }) => {
      const { username: typed, ...mail } = body;
      const { refusedPath } = await mailPasswordLink(runtime, caller, { typed, network }, mail);
      return refusedPath === undefined
        ? answer({ successful: true as const, messages: [] })
        : refuseAddress(refusedPath);
    },
  }),
  declareCall({
    method: "POST",
    path: "/user/password/byLink",
    isExtension: true,
    summary:
      "Set a new password by a mailed link, which is used up by this. The user's tokens end, the second factor stays. A refusal does not use the link up",
    access: ["PUBLIC"],
    body: z.strictObject({ key, password }),
    answer: done,
    handle: async ({ runtime, caller, body, network }) =>
      replyChanged(await setPasswordByLink(runtime, caller, { ...body, network })),
  }),
];
