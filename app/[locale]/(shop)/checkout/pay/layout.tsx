import { setRequestLocale } from "next-intl/server";
import { documentTitle } from "#app/page-title.tsx";
import { ErrorWords } from "#components/site/error-page.tsx";
import { localeFrom } from "#lib/i18n/routing.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";

/** An error page of the pay step knows nothing about the payment: its button leads to the page that asks for the outcome. */
export default async function PayLayout({ params, children }: LayoutProps<"/[locale]/checkout/pay">) {
  const locale = localeFrom((await params).locale);
  setRequestLocale(locale);
  const { Errors, Pay } = wordsOf(locale);
  return (
    <ErrorWords
      words={{
        title: Errors.errorTitle,
        text: Pay.fault.text,
        retry: Pay.fault.check,
        retryAt: `/${locale}/checkout/pay/checking`,
        titleTemplate: await documentTitle("{title}"),
        titleWithError: Errors.titleWithError,
      }}
    >
      {children}
    </ErrorWords>
  );
}
