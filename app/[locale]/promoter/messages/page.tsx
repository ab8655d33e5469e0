import { getTranslations } from "next-intl/server";
import { ToEvents } from "#app/[locale]/promoter/_components/to-events.tsx";
import { type AtWork, promoterPage } from "#app/[locale]/promoter/promoter-page.tsx";
import { NOT_INDEXED } from "#app/page-metadata.ts";
import { PageTitle } from "#app/page-title.tsx";
import { Hidden } from "#components/forms/submission-form.tsx";
import { Button } from "#components/ui/button.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { momentText } from "#lib/i18n/date-text.ts";
import { listUnsentMail, type UnsentCause } from "#lib/ticketing/manage/unsent-mail.ts";
import { retryMessages } from "./actions.ts";

type Props = PageProps<"/[locale]/promoter/messages">;

export const metadata = NOT_INDEXED;

export default promoterPage(UnsentMailPage, ["ORDERS"]);

/** The emails of the promoter's account that were given up, by reason. */
async function UnsentMailPage({ searchParams }: Props, { credential, accountId, locale }: AtWork) {
  const unsent = await listUnsentMail(credential, accountId);
  if (unsent === undefined) return undefined;

  const t = await getTranslations("UnsentMail");
  const queued = Number((await searchParams).queued);
  return (
    <div className="gutter mx-auto max-w-6xl py-8">
      <ToEvents locale={locale} />
      <h1 className="mt-2 text-3xl">{t("title")}</h1>
      {Number.isSafeInteger(queued) && queued > 0 && (
        <Panel tone="ok" role="status" className="mt-6 font-semibold">
          {t("queued", { count: queued })}
        </Panel>
      )}
      {unsent.total === 0 ? (
        <Panel className="mt-8">
          <h2 className="text-lg">{t("none")}</h2>
          <p className="mt-1 text-ink-muted">{t("noneText")}</p>
        </Panel>
      ) : (
        <>
          <p className="mt-3 max-w-2xl text-lg text-pretty text-ink-muted">{t("text")}</p>
          <ul className="mt-8 flex flex-col gap-4">
            {unsent.causes.map((cause, index) => (
              <Cause key={cause.error ?? ""} cause={cause} locale={locale} id={`cause-${index}`} />
            ))}
          </ul>
          {(unsent.causes.length > 1 || unsent.causes[0]?.error === undefined) && (
            <form action={retryMessages} className="mt-6">
              <input type="hidden" name="locale" value={locale} />
              <Button>{t("all", { count: unsent.total })}</Button>
            </form>
          )}
        </>
      )}
      <PageTitle>{t("title")}</PageTitle>
    </div>
  );
}

type CauseProps = { readonly cause: UnsentCause; readonly locale: string; readonly id: string };

async function Cause({ cause: { error, messages, newest }, locale, id }: CauseProps) {
  const t = await getTranslations("UnsentMail");
  return (
    <li className="flex flex-col items-start gap-3 rounded-xl border border-line bg-surface p-5">
      <div id={id} className="flex min-w-0 flex-col gap-1">
        <h2 className="text-lg">{t("count", { count: messages })}</h2>
        <p className="text-sm text-ink-muted">
          {t("newest", { when: `${momentText(newest, locale, "UTC", "short")} UTC` })}
        </p>
        <p className="wrap-anywhere">{error === undefined ? t("unknown") : <bdi>{error}</bdi>}</p>
      </div>
      {error !== undefined && (
        <form action={retryMessages}>
          <Hidden fields={{ locale, error }} />
          <Button kind="secondary" aria-describedby={id}>
            {t("again")}
          </Button>
        </form>
      )}
    </li>
  );
}
