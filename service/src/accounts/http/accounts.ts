import { z } from "zod";
import { changeAccount, getAccount } from "#src/accounts/use-cases/accounts.ts";
import { emailAddressOf } from "#src/platform/domain/email-address.ts";
import { declareCall, refuse } from "#src/platform/http/call.ts";
import { refuseChange, replyChanged } from "#src/platform/http/change-refusals.ts";
import { because, row } from "#src/platform/http/error-rows.ts";
import { email, line, name, origin, url, version } from "#src/platform/http/fields.ts";
import { mailAddress, mailedLink } from "#src/platform/http/mail-fields.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { declareRead } from "#src/platform/http/resource-calls.ts";
import { done, id, idParams } from "#src/platform/http/shapes.ts";
import { refuseMail } from "./mail-refusals.ts";

const account = z.object({
  id,
  version: z.int(),
  name: z.string(),
  shortName: z.string(),
  currency: z.string(),
  embedOrigins: z.array(z.string()),
  websiteUrl: z.string().nullable(),
  contactEmail: z.string().nullable(),
  contactPhone: z.string().nullable(),
  /** The legal person with whom the buyer has the contract. */
  legalName: z.string().nullable(),
  /** The address where buyers get help. */
  supportEmail: z.string().nullable(),
  termsUrl: z.string().nullable(),
  privacyUrl: z.string().nullable(),
  refundPolicyUrl: z.string().nullable(),
});

/** What the plain v2 interface does not have. */
const extensions = {
  brand: z.object({ colour: z.string().nullable() }),
  /** The sender's name of mail to buyers. Null: the operator's. */
  senderName: z.string().nullable(),
  /** The address that gets the replies to it. */
  replyTo: z.string().nullable(),
  /** The one that replaces it once its mail is confirmed. */
  replyToPending: z.string().nullable(),
};

const extendedAccount = named("Account", account.extend(extensions));

const senderName = line(100).refine((text) => !/[\t\n\r]/.test(text), {
  error: "a name in one line is expected",
  params: because("several_lines"),
});

const colour = z
  .string()
  .regex(/^#[\da-f]{6}$/i, "a colour such as #0b5d5e is expected")
  .toLowerCase();

const extendedChange = {
  brand: z.strictObject({ colour: colour.nullable().optional() }).optional(),
  senderName: senderName.nullable().optional(),
  /** A new one is used once its mail is confirmed: `language` and `link` are about that. */
  replyTo: mailAddress
    .transform((text) => emailAddressOf(text) ?? text)
    .nullable()
    .optional(),
  language: mailedLink.language.optional(),
  link: mailedLink.link.optional(),
  messages: mailedLink.messages,
};

/** Returns the calls of an account. A strict service has only the fields of the plain v2 interface. */
export function accountCalls({ strictV2 }: { readonly strictV2: boolean }) {
  return [
    declareRead({
      path: "/account/{id}",
      summary: "The account of the signed-in user",
      access: "ANY_USER",
      answer: strictV2 ? (account as typeof extendedAccount) : extendedAccount,
      thing: "account",
      find: getAccount,
      show: ({ brandColour, ...found }) => ({
        ...found,
        embedOrigins: [...found.embedOrigins],
        brand: { colour: brandColour },
      }),
    }),
    declareCall({
      method: "PUT",
      path: "/account/{id}",
      summary:
        "Change an account's name, embed origins, contact details, the seller details that buyers see, the colour of its shop, and the sender of its mail",
      access: ["MANAGE"],
      params: idParams,
      body: z.strictObject({
        name: name.optional(),
        embedOrigins: z.array(origin).max(50).optional(),
        websiteUrl: url.nullable().optional(),
        contactEmail: email.nullable().optional(),
        contactPhone: line(40).nullable().optional(),
        legalName: name.nullable().optional(),
        supportEmail: email.nullable().optional(),
        termsUrl: url.nullable().optional(),
        privacyUrl: url.nullable().optional(),
        refundPolicyUrl: url.nullable().optional(),
        ...((strictV2 ? {} : extendedChange) as typeof extendedChange),
        version,
      }),
      answer: done,
      handle: async ({ runtime, caller, params, body }) => {
        const { brand, language = "en", link, messages, ...change } = body;
        const mail = link === undefined ? undefined : { language, link, messages };
        const changed = await changeAccount(
          runtime,
          caller,
          params.id,
          { ...change, brandColour: brand?.colour },
          mail,
        );
        if (changed.ok) return replyChanged(changed);
        switch (changed.refusal) {
          case "no_link":
            return refuse(400, [row("link", "required", NO_LINK)]);
          case "renderer_refused":
          case "sent_too_often":
            return refuseMail(changed);
          default:
            return refuseChange(changed);
        }
      },
    }),
  ];
}

const NO_LINK = "Name the page where the new address for replies is confirmed.";
