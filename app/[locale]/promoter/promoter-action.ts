import "server-only";

import { getMessages, getTranslations } from "next-intl/server";
import { type Answer, formAction, type Sent } from "#app/[locale]/form-action.ts";
import { type AtWork, atWork } from "#app/[locale]/promoter/as-promoter.ts";
import { redirect } from "#lib/i18n/navigation.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { problemText, reasonWords, refusalTexts } from "#lib/promoter/forms/reasons.ts";
import { formSchema } from "#lib/promoter/forms/schema.ts";
import { typedIn, withRowsChanged } from "#lib/promoter/forms/sent-form.ts";
import type { Confirmation, ResourceAction, ResourceState } from "#lib/promoter/forms/state.ts";
import { actionAtWork } from "#lib/promoter/pages-at-work.ts";
import { isAllowed, type Needs } from "#lib/promoter/rights.ts";
import { findPromoter } from "#lib/promoter/sign-in/session.ts";
import { setPageStatus } from "#lib/telemetry/current-request.ts";
import { CredentialRefused, undefinedIfNotPermitted } from "#lib/ticketing/client/fault.ts";
import type { FormField, ValuesOf } from "#lib/ticketing/manage/form-fields.ts";
import { type ChangedMeanwhile, type FormValues, type Saved, withIds } from "#lib/ticketing/manage/saved.ts";

/** What a form saves: `id` and `opened` are `undefined` for what is new. */
export type ToSave<Values> = {
  readonly id: number | undefined;
  readonly opened: Values | undefined;
  readonly values: Values;
};

/** Returns what is asked before saving; `undefined` where nothing on sale changes. */
type Confirm<Values> = (
  opened: Values | undefined,
  values: Values,
  locale: Locale,
) => Promise<Confirmation | undefined>;

type Save<Values> = (save: ToSave<Values>, who: AtWork) => Promise<Saved<FormValues>>;

/**
 * Makes the action of a promoter's form from its declared fields. It adds a row or takes one out, for a browser without script; else
 * it validates, asks `confirm`, saves, and redirects to `next`. A refusal is shown at its fields. What another manager changed meanwhile is merged
 * with what was typed, and shown as a choice.
 */
export function promoterAction<const Fields extends readonly FormField[]>(
  fields: Fields,
  needs: Needs,
  save: Save<ValuesOf<Fields>>,
  next: (id: number, values: ValuesOf<Fields>) => string,
  confirm?: Confirm<ValuesOf<Fields>>,
): ResourceAction {
  return formAction<ResourceState>(
    [],
    async (sent) => {
      const { locale } = sent;
      const signedIn = await findPromoter();
      if (signedIn === undefined) return redirect({ href: "/promoter/sign-in", locale });
      if (signedIn === "ended") return sessionEnded(fields, sent);
      if (!isAllowed(needs, signedIn.promoter.capabilities)) return notAllowed(fields, sent);
      const answer = await actionAtWork(() =>
        unlessEnded(fields, sent, () => answerTo(fields, { save, confirm }, sent, atWork(signedIn, locale))),
      ).catch(undefinedIfNotPermitted);
      if (answer === undefined) return notAllowed(fields, sent);
      if (!("saved" in answer)) return answer;
      const to = next(answer.saved, answer.values);
      const separator = to.includes("?") ? "&" : "?";
      return redirect({ href: `${to}${separator}saved=${Date.now()}`, locale });
    },
    async (sent) => {
      const t = await getTranslations({ locale: sent.locale, namespace: "Errors.lost" });
      return { ...typedIn(fields, sent.form), message: t("no_answer") };
    },
  );
}

/** A person whose access has no such change opened the page before it was taken away, or not at all. */
async function notAllowed(fields: readonly FormField[], { form, locale }: Sent): Promise<Answer<ResourceState>> {
  setPageStatus(403);
  const { Reasons } = await getMessages({ locale });
  return { ...typedIn(fields, form), message: Reasons.code.NOT_ALLOWED };
}

/** What was typed stays in the page, also where the service no longer accepts the credential. */
async function unlessEnded<T>(fields: readonly FormField[], sent: Sent, work: () => Promise<T>) {
  try {
    return await work();
  } catch (fault) {
    if (fault instanceof CredentialRefused) return sessionEnded(fields, sent);
    throw fault;
  }
}

async function sessionEnded(fields: readonly FormField[], { form, locale }: Sent): Promise<Answer<ResourceState>> {
  setPageStatus(403);
  const { PromoterForm } = await getMessages({ locale });
  return { ...typedIn(fields, form), message: PromoterForm.sessionEnded, isSessionEnded: true };
}

async function answerTo<Values>(
  fields: readonly FormField[],
  { save, confirm }: { readonly save: Save<Values>; readonly confirm: Confirm<Values> | undefined },
  { form, locale }: Sent,
  who: AtWork,
): Promise<Answer<ResourceState> | { readonly saved: number; readonly values: Values }> {
  const typed = typedIn(fields, form);
  const { values, opened } = typed;
  const changedRows = withRowsChanged(fields, values, form);
  if (changedRows !== undefined) return { ...typed, values: changedRows };
  if (form.has("back")) return typed;

  const words = reasonWords(await getMessages({ locale }));
  const issues = formSchema(fields).safeParse(values).error?.issues ?? [];
  if (issues.length > 0) {
    const problems = issues.map(({ path, message }) => [path.join("."), problemText(message, words)] as const);
    return { ...typed, fieldErrors: Object.fromEntries(problems.toReversed()) };
  }

  // The fields say which values the form has; the compiler cannot follow their names.
  const toSave = { values, id: opened?.id, opened: opened?.values } as unknown as ToSave<Values>;
  const confirmation = form.has("confirmed") ? undefined : await confirm?.(toSave.opened, toSave.values, locale);
  if (confirmation !== undefined) return { ...typed, confirmation };
  const saved = await save(toSave, who);
  if (saved.result === "saved") return { saved: saved.id, values: toSave.values };
  if (saved.result === "refused") {
    const texts = refusalTexts(fields, saved.errors, words);
    if (saved.opened === undefined) return { ...typed, ...texts };
    const { typed: left, ...partly } = saved.opened;
    return { values: left, opened: partly, ...texts };
  }
  const { now, changed } = saved;
  const yours = withIds(values, now.ids);
  const conflict = { ...(await conflictWords(changed, locale)), theirs: now.values, yours };
  return { values: yours, ...(opened && { opened: { ...opened, id: now.id } }), conflict };
}

async function conflictWords({ by, at }: ChangedMeanwhile, locale: Locale) {
  const t = await getTranslations({ locale, namespace: "PromoterForm" });
  const minutes = at === undefined ? 0 : Math.max(0, Math.round((Date.now() - Date.parse(at)) / MINUTE_MS));
  return { title: t("savedBefore", { name: by ?? t("anotherManager"), minutes }), by };
}

const MINUTE_MS = 60_000;
