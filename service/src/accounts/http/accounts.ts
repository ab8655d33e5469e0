import { z } from "zod";
import { changeAccount, getAccount } from "#src/accounts/use-cases/accounts.ts";
import { declareCall } from "#src/platform/http/call.ts";
import { replyChanged } from "#src/platform/http/change-refusals.ts";
import { email, line, name, origin, url, version } from "#src/platform/http/fields.ts";
import { named } from "#src/platform/http/openapi/schemas.ts";
import { declareRead } from "#src/platform/http/resource-calls.ts";
import { done, id, idParams } from "#src/platform/http/shapes.ts";

const account = named(
  "Account",
  z.object({
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
  }),
);

export const ACCOUNT_CALLS = [
  declareRead({
    path: "/account/{id}",
    summary: "The account of the signed-in user",
    access: "ANY_USER",
    answer: account,
    thing: "account",
    find: getAccount,
    show: (found) => ({ ...found, embedOrigins: [...found.embedOrigins] }),
  }),
  declareCall({
    method: "PUT",
    path: "/account/{id}",
    summary: "Change an account's name, embed origins, contact details, and the seller details that buyers see",
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
      version,
    }),
    answer: done,
    handle: async ({ runtime, caller, params, body }) => {
      return replyChanged(await changeAccount(runtime, caller, params.id, body));
    },
  }),
];
