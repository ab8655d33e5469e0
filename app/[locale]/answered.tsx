import "server-only";

import { headers } from "next/headers";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { NotFoundPage } from "#app/not-found-page.tsx";
import { ErrorPage } from "#components/site/error-page.tsx";
import { localeFrom, localeOf } from "#i18n/locale-of.ts";
import type { Locale } from "#i18n/routing.ts";
import { setPageStatus } from "#lib/current-request.ts";
import { ifAnswered } from "#lib/ticketing/client/if-answered.ts";

type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

type Props = { readonly params: Promise<{ readonly locale: string }>; readonly searchParams: Promise<Query> };

/**
 * Makes a page of one visitor that says so where the ticketing service does not answer, and where nothing is at its address: for that
 * the function returns `undefined`. Thrown, either would leave an empty page to a browser without a script.
 */
export function answeredPage<P extends Props>(
  Page: (props: P) => Promise<ReactNode>,
  Missing: (props: { readonly locale: Locale }) => Promise<ReactNode> = NotFoundPage,
) {
  return async function AnsweredPage(props: P): Promise<ReactNode> {
    const answer = await ifAnswered(async () => ({ page: await Page(props) }));
    if (answer?.page !== undefined) return answer.page;
    if (answer !== undefined) {
      setPageStatus(404);
      return <Missing locale={localeFrom((await props.params).locale)} />;
    }
    const query = Object.entries(await props.searchParams).filter(([, value]) => typeof value === "string");
    return <ErrorPage query={Object.fromEntries(query) as Record<string, string>} />;
  };
}

/** Returns whether a page's script calls this action. A browser without one sends the form, and shows the page that is drawn after it. */
export async function isCalledByScript(): Promise<boolean> {
  return (await headers()).has("next-action");
}

/**
 * Does the work of an action. A script that has sent the form says a fault beside it, with all that was typed. Without one the
 * framework would answer the fault by a line of plain text, so the action returns what `inWords` returns, and its page is drawn.
 */
export async function answeredAction<T, const Words>(
  work: () => Promise<T>,
  inWords: () => Words | Promise<Words>,
): Promise<T | Words> {
  if (await isCalledByScript()) return work();
  const done = await ifAnswered(async () => ({ value: await work() }));
  return done === undefined ? inWords() : done.value;
}

/** Returns the state of a form whose action got no answer, with what was typed. */
export async function unansweredState<Values extends object>(form: FormData, values: Values, message?: string) {
  const t = await getTranslations({ locale: localeOf(form), namespace: "Errors.lost" });
  return { fieldErrors: {}, message: message ?? t("no_answer"), values, turn: Date.now() };
}
