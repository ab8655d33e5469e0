import "server-only";

import { z } from "zod";
import type { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { pathTo } from "#lib/ticketing/client/paths.ts";
import { request } from "#lib/ticketing/client/request.ts";
import type { MailedLink } from "#lib/ticketing/mail-links.ts";
import { changedBody, textsOf, versionText } from "#lib/ticketing/manage/field-texts.ts";
import type { FormField, LeafField, ValuesOf } from "#lib/ticketing/manage/form-fields.ts";
import { saveInSteps, stepIfChanged, type ToSave, WHOLE } from "#lib/ticketing/manage/save-in-steps.ts";
import type { FormValues, Saved } from "#lib/ticketing/manage/saved.ts";
import { absentText, ifReadable } from "#lib/ticketing/wire/shapes.ts";

/** The form of the shop's brand and of its legal texts. The limits are those of the service. */
export const BRAND_FIELDS = [
  { kind: "text", name: "name", label: "name", hint: "nameHint", max: 200, required: true, group: "brand" },
  { kind: "text", name: "brand.colour", label: "colour", hint: "colourHint", max: 7, format: "colour" },
  {
    kind: "text",
    name: "legalName",
    label: "legalName",
    hint: "legalNameHint",
    max: 200,
    width: "half",
    group: "legal",
    autoComplete: "organization",
  },
  {
    kind: "text",
    name: "supportEmail",
    label: "supportEmail",
    hint: "supportEmailHint",
    max: 254,
    width: "half",
    format: "email",
  },
  { kind: "text", name: "termsUrl", label: "terms", hint: "termsHint", max: 2_000, format: "webAddress" },
  { kind: "text", name: "privacyUrl", label: "privacy", hint: "privacyHint", max: 2_000, format: "webAddress" },
  { kind: "text", name: "refundPolicyUrl", label: "refunds", hint: "refundsHint", max: 2_000, format: "webAddress" },
] as const satisfies readonly LeafField[];

/** The form of how emails to buyers are sent. */
export const MAIL_FIELDS = [
  { kind: "text", name: "senderName", label: "senderName", hint: "senderNameHint", max: 100, group: "sender" },
  { kind: "text", name: "replyTo", label: "replyTo", hint: "replyToHint", max: 254, format: "email" },
] as const satisfies readonly LeafField[];

const account = z.looseObject({ version: ifReadable(z.int().positive()), replyToPending: absentText });

export type ManagedAccount = z.output<typeof account>;

/** Returns the account as its managers read it, with all that the service says of it. */
export function getAccount(as: PromoterCredential, accountId: number): Promise<ManagedAccount | undefined> {
  return request({ name: "getAccount", method: "GET", path: pathTo`/account/${accountId}`, answer: account, as });
}

/** Returns those fields that the service has: an empty one is null, and one that it does not know is not there. */
export function fieldsOf<Field extends FormField>(fields: readonly Field[], read: ManagedAccount): readonly Field[] {
  return fields.filter(({ name }) => name.replace(/\..*/, "") in read);
}

type BrandValues = ValuesOf<typeof BRAND_FIELDS> & { readonly version?: string };
type MailValues = ValuesOf<typeof MAIL_FIELDS> & { readonly version?: string };

export function brandValuesOf(read: ManagedAccount): BrandValues {
  return { ...textsOf(BRAND_FIELDS, read), ...versionText(read) };
}

/** An address that is not confirmed yet stands in the form too: it is what was typed. */
export function mailValuesOf(read: ManagedAccount): MailValues {
  const { replyTo, ...texts } = textsOf(MAIL_FIELDS, read);
  return { ...texts, replyTo: read.replyToPending || replyTo, ...versionText(read) };
}

/** Saves the brand and the legal texts of an account, with the version that was read. */
export function saveBrand(
  as: PromoterCredential,
  accountId: number,
  brand: ToSave<BrandValues>,
): Promise<Saved<FormValues>> {
  return save(as, accountId, brand, {
    fields: BRAND_FIELDS,
    valuesOf: brandValuesOf,
    bodyOf: ({ brand: changed, ...rest }, { "brand.colour": colour }) => ({
      ...rest,
      ...(changed !== undefined && { brand: { colour: colour === "" ? null : colour } }),
    }),
  });
}

/** Saves the sender of an account's emails. To a new address for replies the service mails `link`, which confirms it. */
export function saveMail(
  as: PromoterCredential,
  accountId: number,
  mail: ToSave<MailValues>,
  link: MailedLink | undefined,
): Promise<Saved<FormValues>> {
  return save(as, accountId, mail, {
    fields: MAIL_FIELDS,
    valuesOf: mailValuesOf,
    bodyOf: (body) => ({ ...body, ...(typeof body.replyTo === "string" && link) }),
  });
}

type Body = Readonly<Record<string, unknown>>;
type How<Values> = {
  readonly fields: readonly FormField[];
  readonly valuesOf: (read: ManagedAccount) => Values;
  readonly bodyOf: (body: Body, values: Values) => Body;
};

/**
 * Where only another part of the account was changed meanwhile, such as its sites, saves again with the version that is there now, at most
 * once.
 */
async function save<Values extends FormValues & { readonly version?: string }>(
  as: PromoterCredential,
  accountId: number,
  toSave: ToSave<Values>,
  how: How<Values>,
): Promise<Saved<FormValues>> {
  const saved = await saveOnce(as, accountId, toSave, how);
  const { opened } = toSave;
  if (saved.result !== "changed" || opened === undefined) return saved;
  const { version, ...now } = saved.now.values;
  if (typeof version !== "string" || how.fields.some(({ name }) => now[name] !== opened[name])) return saved;
  return saveOnce(as, accountId, { ...toSave, opened: { ...opened, version } }, how);
}

function saveOnce<Values extends FormValues & { readonly version?: string }>(
  as: PromoterCredential,
  accountId: number,
  toSave: ToSave<Values>,
  { fields, valuesOf, bodyOf }: How<Values>,
): Promise<Saved<FormValues>> {
  return saveInSteps(
    as,
    { ...toSave, id: accountId },
    {
      fields,
      plan: (opened, values) => ({
        values,
        steps: stepIfChanged(
          bodyOf(changedBody(fields, opened, values), values),
          opened,
          { at: "", key: WHOLE },
          ({ id }, body) => ({ name: "changeAccount", method: "PUT", path: pathTo`/account/${id}`, body }),
        ),
      }),
      read: async (id) => {
        const read = await getAccount(as, id);
        return read && valuesOf(read);
      },
    },
  );
}
