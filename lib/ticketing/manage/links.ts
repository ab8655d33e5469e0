import "server-only";

import { z } from "zod";
import type { PromoterCredential } from "#lib/ticketing/client/credential.ts";
import { MISSING_STATUSES, requestExtension } from "#lib/ticketing/client/extension.ts";
import { pathTo, queryOf } from "#lib/ticketing/client/paths.ts";
import { request } from "#lib/ticketing/client/request.ts";
import { textsOf, versionText } from "#lib/ticketing/manage/field-texts.ts";
import type { LeafField, ValuesOf } from "#lib/ticketing/manage/form-fields.ts";
import { saveInSteps, stepIfChanged, type ToSave, WHOLE } from "#lib/ticketing/manage/save-in-steps.ts";
import type { FormValues, Saved } from "#lib/ticketing/manage/saved.ts";
import { unsaved, type Written, write } from "#lib/ticketing/manage/write.ts";
import { formatTarget, parseTarget, type Target } from "#lib/ticketing/model/target.ts";
import {
  absent,
  absentText,
  id,
  ifReadable,
  instant,
  optional,
  readable,
  ref,
  totalIn,
} from "#lib/ticketing/wire/shapes.ts";

export const LINK_KINDS = ["LINK", "EMBED", "POSTER"] as const;
const REF = /^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$/;
const CODE_MAX = 40;

const NAME = { kind: "text", name: "name", label: "name", hint: "nameHint", max: 100, required: true } as const;
const CODE = { kind: "text", name: "code", label: "code", hint: "codeHint", max: CODE_MAX, width: "half" } as const;

/** The form of a new link. What it opens, and its ref, never change. */
export const NEW_LINK_FIELDS = [
  NAME,
  { kind: "choice", name: "opens", label: "opens", optionsFrom: "targets", required: true },
  {
    kind: "choice",
    name: "kind",
    label: "kind",
    required: true,
    width: "half",
    options: LINK_KINDS.map((kind) => ({ value: kind, label: kind })),
  },
  { ...CODE },
  { kind: "text", name: "ref", label: "ref", hint: "refHint", max: 60 },
] as const satisfies readonly LeafField[];

const LINK_STATES = ["LIVE", "ENDED"] as const;

export const LINK_FIELDS = [
  NAME,
  CODE,
  {
    kind: "choice",
    name: "state",
    label: "state",
    hint: "stateHint",
    required: true,
    width: "half",
    options: LINK_STATES.map((state) => ({ value: state, label: state })),
  },
] as const satisfies readonly LeafField[];

const link = z
  .object({
    id,
    version: ifReadable(z.int().positive()),
    ref: z.string().regex(REF),
    name: optional(z.string(), ""),
    kind: z.enum(LINK_KINDS),
    opens: absent(z.object({ event: ifReadable(ref), group: ifReadable(ref) })),
    code: absentText,
    ended: ifReadable(instant),
    partner: ifReadable(z.object({ revenue: z.boolean(), created: instant })),
    created: instant,
  })
  .transform(({ opens: { event, group } = {}, ...rest }) => ({
    ...rest,
    /** Undefined: the list of events. */
    opens: event ?? group,
    target: formatTarget(targetOf(event?.id, group?.id)),
  }));

function targetOf(event: number | undefined, group: number | undefined): Target {
  if (event !== undefined) return { kind: "event", id: event };
  return group === undefined ? { kind: "list" } : { kind: "group", id: group };
}

/** A link, an embed or a poster, which sales name by its `ref`. */
export type Link = z.output<typeof link>;

type LinkQuery = {
  readonly state: "live" | "ended";
  readonly q?: string;
  readonly page?: number;
  readonly pageSize?: number;
};

/** Returns the account's links, the newest first: all that have not ended unless a page is named; `undefined` where the service has none. */
export async function listLinks(
  as: PromoterCredential,
  accountId: number,
  { q = "", ...query }: LinkQuery,
): Promise<{ readonly links: readonly Link[]; readonly total: number } | undefined> {
  const account = pathTo`/account/${accountId}/links`;
  const path = account && (`${account}${queryOf({ ...query, q: q === "" ? undefined : q })}` as const);
  const answer = z.object({ links: readable(link) });
  const found = await requestExtension({ name: "listLinks", method: "GET", path, answer, as });
  return found && { links: found.value.links, total: totalIn(found.headers) ?? found.value.links.length };
}

export function getLink(as: PromoterCredential, linkId: number): Promise<Link | undefined> {
  const path = pathTo`/link/${linkId}`;
  return request({ name: "getLink", method: "GET", path, answer: link, missing: MISSING_STATUSES, as });
}

type NewLink = ValuesOf<typeof NEW_LINK_FIELDS>;
type LinkValues = ValuesOf<typeof LINK_FIELDS> & { readonly version?: string };

/** Returns the values of the form of a link, with the version that was read. */
export function linkValues({ ended, ...read }: Link): LinkValues {
  return {
    ...textsOf(LINK_FIELDS, read),
    state: ended === undefined ? "LIVE" : "ENDED",
    ...versionText(read),
  };
}

/** Creates a link. Without a ref the service makes one of the name. */
export async function createLink(
  as: PromoterCredential,
  accountId: number,
  { name, opens, kind, code, ref }: NewLink,
): Promise<Saved<FormValues>> {
  if (ref !== "" && !REF.test(ref)) return refusedAt("ref", "not_a_ref");
  if (/\s/.test(code)) return refusedAt("code", "not_a_code");
  const target = parseTarget(opens);
  if (target === undefined) return refusedAt("opens", "not_a_choice");
  const page = "id" in target ? { [target.kind]: target.id } : null;
  const body = { name, kind, opens: page, ...(code !== "" && { code }), ...(ref !== "" && { ref }) };
  const path = pathTo`/account/${accountId}/links`;
  const written = await write({ name: "createLink", method: "POST", path, body, as });
  return written.result === "written" ? { result: "saved", id: written.id ?? 0 } : unsaved(written);
}

/** Saves the name and the code of a link, ends it, or takes that back. */
export function saveLink(as: PromoterCredential, toSave: ToSave<LinkValues>): Promise<Saved<FormValues>> {
  if (/\s/.test(toSave.values.code)) return Promise.resolve(refusedAt("code", "not_a_code"));
  return saveInSteps(as, toSave, {
    fields: LINK_FIELDS,
    plan: (opened, values) => ({
      values,
      steps: stepIfChanged(bodyOf(opened, values), opened, { at: "", key: WHOLE }, ({ id }, body) => ({
        name: "changeLink",
        method: "PUT",
        path: pathTo`/link/${id}`,
        body,
      })),
    }),
    read: async (linkId) => {
      const now = await getLink(as, linkId);
      return now && linkValues(now);
    },
  });
}

function bodyOf(opened: LinkValues | undefined, { name, code, state }: LinkValues) {
  return {
    ...(name !== opened?.name && { name }),
    ...(code !== opened?.code && { code: code === "" ? null : code }),
    ...(state !== opened?.state && { ended: state === "ENDED" }),
  };
}

/** Creates the key of a link's partner, which ends an earlier one. The service shows it this once. `undefined`: there is no such link. */
export async function createPartner(as: PromoterCredential, linkId: number, hasRevenue: boolean) {
  const path = pathTo`/link/${linkId}/partner`;
  const answer = z.object({ key: z.string().regex(/^[A-Za-z0-9]{1,64}$/) });
  const body = { revenue: hasRevenue };
  const made = await request({ name: "createPartner", method: "POST", path, body, answer, as });
  return made?.key;
}

/** Ends the page of a link's partner. */
export async function endPartner(as: PromoterCredential, linkId: number): Promise<Written["result"]> {
  const path = pathTo`/link/${linkId}/partner`;
  return (await write({ name: "endPartner", method: "DELETE", path, body: {}, as })).result;
}

function refusedAt(path: string, reason: string) {
  return { result: "refused", errors: [{ path, code: "RANGE", reason }] } as const;
}
