import "server-only";

import { headers } from "next/headers";
import { notFound, unstable_rethrow } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { env } from "#lib/env.ts";
import { textsOf } from "#lib/forms/form.ts";
import { redirect } from "#lib/i18n/navigation.ts";
import { type Locale, localeOf } from "#lib/i18n/routing.ts";
import { refusalOfOrigin } from "#lib/security/origin-refusal.ts";
import { recordRefusal } from "#lib/security/same-origin.ts";
import { setPageStatus } from "#lib/telemetry/current-request.ts";
import { logFault } from "#lib/telemetry/log-fault.ts";

/** The form that was sent to an action, and the language of its page. */
export type Sent = { readonly form: FormData; readonly locale: Locale };

/** In the query of a page: the button that led to it failed. */
export const FAILED = "failed";

type State = { readonly fieldErrors: object; readonly answeredAt: number };

/** What a handler returns. `formAction` turns it into the form's state. */
export type Answer<S extends State> = Omit<S, "fieldErrors" | "answeredAt"> & Partial<Pick<S, "fieldErrors">>;

/**
 * Makes the action of a form that stays on its page after an error. The handler gets the texts of `fields`, "" for an absent one,
 * and they are returned to the browser to be shown again; it reads what must not be returned, such as a card, from the form
 * itself. `failed` returns what a browser without script is shown when the handler throws.
 */
export function formAction<S extends State, const Field extends string = never>(
  fields: readonly Field[],
  handler: (sent: Sent & { readonly texts: Readonly<Record<Field, string>> }) => Promise<Answer<S>>,
  failed: (sent: Sent) => Promise<Answer<S>> = noAnswer<S>,
): (previous: S, form: FormData) => Promise<S> {
  const stateOf = ({ form }: Sent, answer: Answer<S>) =>
    ({ fieldErrors: {}, values: textsOf(form, fields), ...answer, answeredAt: Date.now() }) as unknown as S;
  return serverAction(
    async (sent) => {
      const values = textsOf(sent.form, fields);
      const texts = Object.fromEntries(fields.map((name) => [name, values[name] ?? ""])) as Record<Field, string>;
      return stateOf(sent, await handler({ ...sent, texts }));
    },
    async (sent) => stateOf(sent, await failed(sent)),
  );
}

/** An address, or an address that replaces this page in the history. */
type Next = string | readonly [href: string, how: "push" | "replace"];

/**
 * Makes the action of a button: the handler returns where to redirect. When it throws, a browser without script is redirected to
 * `failed`, whose page says so; by default to the page of the button.
 */
export function buttonAction(
  handler: (sent: Sent) => Promise<Next>,
  failed: string | ((sent: Sent) => string | Promise<string>) = samePage,
): (form: FormData) => Promise<void> {
  const goTo = ({ locale }: Sent, next: Next) => {
    const [href, how] = typeof next === "string" ? [next] : next;
    redirect({ href, locale }, how);
  };
  const act = serverAction(
    async (sent) => goTo(sent, await handler(sent)),
    async (sent) => goTo(sent, typeof failed === "string" ? failed : await failed(sent)),
  );
  return async (form) => act(undefined, form);
}

/** Returns the address of the button's own page, which `pageWithFallbacks` renders with the message that something went wrong. */
async function samePage({ locale }: Sent): Promise<string> {
  const page = new URL((await headers()).get("x-foyer-page") ?? "", env().FOYER_ORIGIN);
  page.searchParams.set(FAILED, "1");
  return `${page.pathname.slice(`/${locale}`.length)}${page.search}`;
}

/**
 * Makes an action that returns any other value; `failed` returns it where the handler throws and there is no script. Every action
 * is made in this file, and checks that the form came from our own pages. An action has two parameters because React calls it
 * with a state and a form when the form names a state.
 */
export function serverAction<T>(
  handler: (sent: Sent) => Promise<T>,
  failed: (sent: Sent) => T | Promise<T>,
): (previous: unknown, form: FormData) => Promise<T> {
  return async (_previous, form) => {
    await assertSameOrigin(form);
    const sent = { form, locale: localeOf(form) };
    // A script shows a fault beside the form, with all that was typed. Without script the framework would answer with a line of
    // plain text.
    if (await isCalledByScript()) return handler(sent);
    try {
      return await handler(sent);
    } catch (fault) {
      unstable_rethrow(fault);
      logFault(fault);
      setPageStatus(503);
      return failed(sent);
    }
  };
}

/** Answers 404 when an action was not called with a form of our own pages. */
async function assertSameOrigin(form: unknown): Promise<void> {
  const isForm = form instanceof FormData;
  const refusal = refusalOfOrigin(await headers(), env().FOYER_ORIGIN) ?? (isForm ? undefined : "not a form");
  recordRefusal(refusal, "An action");
  if (refusal !== undefined) notFound();
}

/** Returns whether a script called this action. Without a script, the browser submits the form and shows the page that is rendered next. */
export async function isCalledByScript(): Promise<boolean> {
  return (await headers()).has("next-action");
}

async function noAnswer<S extends State>({ locale }: Sent): Promise<Answer<S>> {
  const t = await getTranslations({ locale, namespace: "Errors.lost" });
  return { message: t("no_answer") } as unknown as Answer<S>;
}
