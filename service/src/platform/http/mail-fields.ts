import { z } from "zod";
import { cleanEmail, emailAddressOf } from "#src/platform/domain/email-address.ts";
import { because, row } from "./error-rows.ts";

// The fields of requests that cause a message.

const ADDRESS_MAX = 2_000;

/** One address that a message can be sent to. */
export const mailAddress = z
  .string()
  .overwrite(cleanEmail)
  .max(254)
  .superRefine((input, context) => {
    const message = "an email address is expected, such as name@example.com";
    if (emailAddressOf(input) === undefined)
      context.addIssue({ code: "invalid_format", format: "email", input, message });
  });

/** A BCP 47 tag. */
export const language = z.string().trim().max(35);

export const webAddress = z
  .string()
  .max(ADDRESS_MAX)
  .refine((text) => /^https?:\/\//i.test(text) && URL.canParse(text), {
    error: "a web address is expected",
    params: because("not_a_web_address"),
  });

/** The address where a storefront renders messages, and the token that it issued for them. An extension. */
export const renderer = z.strictObject({ address: webAddress, token: z.string().min(1).max(ADDRESS_MAX) });

/** The row of an address that the operator of the service has not allowed. */
export const RENDERER_REFUSED = row(
  "messages.address",
  "renderer_refused",
  "This service calls no such address. Its operator lists the origins that may render messages.",
);

/** Signs that no mail program takes for the end of a link, and none that could begin another: the letter has the text as it is. */
const IN_PATH = /^https?:\/\/[\w.:[\]-]+\/[\w.~%/-]*\{key\}[\w.~%/?=&#-]*$/i;

/** The storefront's page of a link that the service mails. */
const linkPage = webAddress.refine((text) => IN_PATH.test(text), {
  error: "a web address with {key} in its path is expected",
  params: because("not_a_web_address"),
});

/** The fields beside what a link is mailed for. */
export const mailedLink = { language, link: linkPage, messages: renderer.optional() };
