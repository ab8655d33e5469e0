import "server-only";

import { headers } from "next/headers";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { ErrorPage } from "#components/site/error-page.tsx";
import { localeOf } from "#i18n/locale-of.ts";
import { ifAnswered } from "#lib/ticketing/client/if-answered.ts";

type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Makes a page that says so where the ticketing service does not answer. Thrown, the fault would leave an empty page to a
 * browser without a script.
 */
export function answeredPage<Props extends { readonly searchParams: Promise<Query> }>(
  Page: (props: Props) => Promise<ReactNode>,
) {
  return async function AnsweredPage(props: Props): Promise<ReactNode> {
    const page = await ifAnswered(() => Page(props));
    if (page !== undefined) return page;
    const query = Object.entries(await props.searchParams).filter(([, value]) => typeof value === "string");
    return <ErrorPage query={Object.fromEntries(query) as Record<string, string>} />;
  };
}

/**
 * Does the work of an action. A script that has sent the form says a fault beside it, with all that was typed. Without one the
 * framework would answer the fault by a line of plain text, so the action returns what `inWords` returns, and its page is drawn.
 */
export async function answeredAction<T, const Words>(
  work: () => Promise<T>,
  inWords: () => Words | Promise<Words>,
): Promise<T | Words> {
  if ((await headers()).has("next-action")) return work();
  const done = await ifAnswered(async () => ({ value: await work() }));
  return done === undefined ? inWords() : done.value;
}

/** Returns the state of a form whose action got no answer, with what was typed. */
export async function unansweredState<Values extends object>(form: FormData, values: Values, message?: string) {
  const t = await getTranslations({ locale: localeOf(form), namespace: "Errors.lost" });
  return { fieldErrors: {}, message: message ?? t("no_answer"), values, turn: Date.now() };
}
