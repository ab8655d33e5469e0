import "server-only";

import { getTranslations, setRequestLocale } from "next-intl/server";
import type { ReactNode } from "react";
import { FAILED } from "#app/[locale]/form-action.ts";
import { NotFoundPage } from "#app/not-found-page.tsx";
import { ErrorTitle } from "#components/forms/error-title.tsx";
import { ErrorPage } from "#components/site/error-page.tsx";
import { FocusPanel } from "#components/ui/focus-panel.tsx";
import { type Locale, localeFrom } from "#lib/i18n/routing.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";
import { setPageStatus } from "#lib/telemetry/current-request.ts";
import { ifAnswered } from "#lib/ticketing/client/fault.ts";

type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

type Props = { readonly params: Promise<{ readonly locale: string }>; readonly searchParams: Promise<Query> };

type Fallback = (props: { readonly locale: Locale }) => ReactNode | Promise<ReactNode>;

type Fallbacks = {
  /** Shown if nothing is at the address. */
  readonly Missing?: Fallback;
  /** Shown if the ticketing service does not answer: an error page with the words of a place, or a page of its own. */
  readonly unavailable?: "event" | "cart" | "order" | Fallback;
};

/**
 * Makes a page for a single visitor. `Page` returns `undefined` if nothing is at the address; `Missing` is then shown. If the
 * ticketing service does not answer, an error page is shown. If either were thrown, a browser without script would show an empty
 * page. A button that failed without script leads to its page again, which then says so.
 */
export function pageWithFallbacks<P extends Props>(
  Page: (props: P, locale: Locale) => Promise<ReactNode>,
  { Missing = NotFoundPage, unavailable }: Fallbacks = {},
) {
  return async function PageWithFallbacks(props: P): Promise<ReactNode> {
    const locale = localeFrom((await props.params).locale);
    setRequestLocale(locale);
    const answer = await ifAnswered(async () => ({ page: await Page(props, locale) }));
    if (answer?.page !== undefined) {
      const hasFailed = (await props.searchParams)[FAILED] === "1";
      return (
        <>
          {hasFailed && <FailedNotice locale={locale} />}
          {answer.page}
        </>
      );
    }
    if (answer !== undefined) {
      setPageStatus(404);
      return <Missing locale={locale} />;
    }
    if (typeof unavailable === "function") {
      const Unavailable = unavailable;
      return <Unavailable locale={locale} />;
    }
    const query = Object.entries(await props.searchParams).filter(([, value]) => typeof value === "string");
    const words = unavailable && wordsOf(locale).Errors[unavailable];
    return <ErrorPage words={words} query={Object.fromEntries(query) as Record<string, string>} />;
  };
}

/** A button of this page failed: the page below shows whether it worked all the same. */
async function FailedNotice({ locale }: { readonly locale: Locale }) {
  const t = await getTranslations({ locale, namespace: "Errors" });
  return (
    <div className="gutter mx-auto w-full max-w-6xl pt-4">
      <ErrorTitle>{t("failedTitle")}</ErrorTitle>
      <FocusPanel tone="bad" role="alert">
        <p className="font-semibold">{t("failed")}</p>
      </FocusPanel>
    </div>
  );
}
