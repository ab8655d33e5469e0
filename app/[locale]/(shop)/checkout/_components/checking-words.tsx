import { getTranslations } from "next-intl/server";
import { PageTitle } from "#app/page-title.tsx";
import { Reload } from "#components/reload.tsx";
import { Panel } from "#components/ui/panel.tsx";

/** Soon enough for a waiting buyer, seldom enough for a service that starts again. */
const ASK_AGAIN_SECONDS = 5;
const MS = 1_000;

/** What is said while the outcome of a payment is unknown. */
export async function CheckingWords() {
  const t = await getTranslations("Checking");
  return (
    <>
      <span
        aria-hidden="true"
        className="size-8 animate-spin rounded-full border-3 border-accent-edge border-r-transparent motion-reduce:animate-none"
      />
      <h1 className="text-3xl">{t("heading")}</h1>
      <p className="text-xl font-semibold">{t("warning")}</p>
      <p className="text-ink-muted">{t("text")}</p>
    </>
  );
}

/** Without a script the browser reloads the page. */
export function CheckingReload() {
  return (
    <noscript>
      <meta httpEquiv="refresh" content={String(ASK_AGAIN_SECONDS)} />
    </noscript>
  );
}

/**
 * Shown at the payment step and after Pay while the ticketing service does not answer: whether anything was paid is not known, as on
 * the page that checks a payment. It shows its step again once the service answers. It redirects nowhere, since that page may lead
 * back to the step.
 */
export async function CheckingAgain() {
  const t = await getTranslations("Checking");
  return (
    <div data-checkout="" className="gutter mx-auto w-full max-w-2xl py-10 lg:py-16">
      <Panel className="flex flex-col gap-5 p-6 shadow-raise sm:p-8">
        <CheckingWords />
      </Panel>
      <Reload afterMs={ASK_AGAIN_SECONDS * MS} isRepeated />
      <CheckingReload />
      <PageTitle>{t("title")}</PageTitle>
    </div>
  );
}
