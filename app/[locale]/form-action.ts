import "server-only";

import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { getTranslations } from "next-intl/server";
import { env } from "#lib/env.ts";
import { textsOf } from "#lib/forms/form.ts";
import { redirect } from "#lib/i18n/navigation.ts";
import { type Locale, localeOf } from "#lib/i18n/routing.ts";
import { refusalOfOrigin } from "#lib/security/origin-refusal.ts";
import { recordRefusal } from "#lib/security/same-origin.ts";
import { ifAnswered } from "#lib/ticketing/client/fault.ts";

/** The form that was sent to an action, and the language of its page. */
export type Sent = { readonly form: FormData; readonly locale: Locale };

type State = { readonly fieldErrors: object; readonly answeredAt: number };

/** What a handler returns. `formAction` turns it into the form's state. */
export type Answer<S extends State> = Omit<S, "fieldErrors" | "answeredAt"> & Partial<Pick<S, "fieldErrors">>;

/**
 * Makes the action of a form that stays on its page after an error. The handler gets the texts of `fields`, "" for an absent one,
 * and they are returned to the browser to be shown again; it reads what must not be returned, such as a card, from the form
 * itself. `unanswered` returns what a browser without script is shown when the ticketing service does not answer.
 */
export function formAction<S extends State, const Field extends string = never>(
  fields: readonly Field[],
  handler: (sent: Sent & { readonly texts: Readonly<Record<Field, string>> }) => Promise<Answer<S>>,
  unanswered: (sent: Sent) => Promise<Answer<S>> = noAnswer<S>,
): (previous: S, form: FormData) => Promise<S> {
  return serverAction(async (sent) => {
    const values = textsOf(sent.form, fields);
    const texts = Object.fromEntries(fields.map((name) => [name, values[name] ?? ""])) as Record<Field, string>;
    const answer = await ifAnsweredHere(
      () => handler({ ...sent, texts }),
      () => unanswered(sent),
    );
    return { fieldErrors: {}, values, ...answer, answeredAt: Date.now() } as unknown as S;
  });
}

/** An address, or an address that replaces this page in the history. */
type Next = string | readonly [href: string, how: "push" | "replace"];

/**
 * Makes the action of a button: the handler returns where to redirect. A browser without script is redirected to `unanswered`
 * when the ticketing service does not answer; a handler that deals with that itself needs none.
 */
export function buttonAction(
  handler: (sent: Sent) => Promise<Next>,
  unanswered?: string,
): (form: FormData) => Promise<void> {
  const act = serverAction(async (sent) => {
    const next =
      unanswered === undefined
        ? await handler(sent)
        : await ifAnsweredHere<Next>(
            () => handler(sent),
            () => unanswered,
          );
    const [href, how] = typeof next === "string" ? [next] : next;
    redirect({ href, locale: sent.locale }, how);
  });
  return async (form) => act(undefined, form);
}

/**
 * Makes an action that returns any other value. Every action is made in this file, and checks that the form came from our own
 * pages. An action has two parameters because React calls it with a state and a form when the form names a state.
 */
export function serverAction<T>(
  handler: (sent: Sent) => Promise<T>,
): (previous: unknown, form: FormData) => Promise<T> {
  return async (_previous, form) => {
    await assertSameOrigin(form);
    return handler({ form, locale: localeOf(form) });
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

/**
 * Does the work of an action. When a script sent the form, a fault is thrown: the script shows it beside the form, with all that
 * was typed. Without script the framework would answer a fault with a line of plain text, so this returns `fallback()` instead.
 */
async function ifAnsweredHere<T>(work: () => Promise<T>, fallback: () => T | Promise<T>): Promise<T> {
  if (await isCalledByScript()) return work();
  const done = await ifAnswered(async () => ({ value: await work() }));
  return done === undefined ? fallback() : done.value;
}

async function noAnswer<S extends State>({ locale }: Sent): Promise<Answer<S>> {
  const t = await getTranslations({ locale, namespace: "Errors.lost" });
  return { message: t("no_answer") } as unknown as Answer<S>;
}
