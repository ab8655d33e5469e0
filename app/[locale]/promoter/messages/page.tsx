import { getMessages, getTranslations } from "next-intl/server";
import { EmptyState } from "#app/[locale]/promoter/_components/empty-state.tsx";
import { ChangeForm } from "#app/[locale]/promoter/_components/form/change-form.tsx";
import { NotOffered } from "#app/[locale]/promoter/_components/instead-of-page.tsx";
import { PageHeader } from "#app/[locale]/promoter/_components/page-header.tsx";
import { TableList } from "#app/[locale]/promoter/_components/table-list.tsx";
import { retryMessages } from "#app/[locale]/promoter/messages/actions.ts";
import { type AtWork, promoterPage } from "#app/[locale]/promoter/promoter-page.tsx";
import { NOT_INDEXED } from "#app/page-metadata.ts";
import { PageTitle } from "#app/page-title.tsx";
import { FocusPanel } from "#components/ui/focus-panel.tsx";
import { momentText } from "#lib/i18n/date-text.ts";
import { listUnsentMail } from "#lib/ticketing/manage/unsent-mail.ts";

type Props = PageProps<"/[locale]/promoter/messages">;

export const metadata = NOT_INDEXED;

export default promoterPage(UnsentMailPage, ["ORDERS"]);

/** The emails of the promoter's account that were given up, by reason. */
async function UnsentMailPage({ searchParams }: Props, { credential, accountId, locale }: AtWork) {
  const unsent = await listUnsentMail(credential, accountId);
  if (unsent === undefined) return <NotOffered locale={locale} />;

  const [t, { UnsentMail, Common, Errors }] = await Promise.all([getTranslations("UnsentMail"), getMessages()]);
  const words = { title: UnsentMail.title, problem: Common.problem, lost: Errors.lost };
  const typed = await searchParams;
  const queued = Number(typed.queued);
  const { total } = unsent;
  const causes = unsent.causes.map((cause, at) => ({ ...cause, id: `cause-${at}` }));
  const isOneCause = causes.length === 1 && causes[0]?.error !== undefined;
  return (
    <>
      <PageHeader title={t("title")} text={total > 0 ? t("text") : undefined}>
        {total > 0 && !isOneCause && (
          <ChangeForm
            action={retryMessages}
            hidden={{ locale, id: 0 }}
            buttons={[{ children: t("all", { count: total }), className: "max-md:w-full" }]}
            words={words}
          />
        )}
      </PageHeader>
      {Number.isSafeInteger(queued) && queued > 0 && (
        <FocusPanel tone="ok" role="status" announcement={Number(typed.saved) || 0} className="mb-5 py-3 font-semibold">
          {t("queued", { count: queued })}
        </FocusPanel>
      )}
      <section aria-label={t("title")} className="rounded-xl border border-line bg-surface shadow-raise">
        {total === 0 ? (
          <EmptyState title={t("none")} text={t("noneText")} />
        ) : (
          <TableList
            caption={t("title")}
            rows={causes}
            keyOf={({ id }) => id}
            name={{
              heading: t("reason"),
              cell: ({ id, error }) => (
                <span id={id} className="wrap-anywhere">
                  {error === undefined ? t("unknown") : <bdi>{error}</bdi>}
                </span>
              ),
            }}
            columns={[
              { heading: t("emails"), kind: "number", cell: ({ messages }) => messages.toLocaleString(locale) },
              {
                heading: t("lastTried"),
                kind: "wide",
                cell: ({ newest }) => (
                  <span className="figures text-ink-muted">{`${momentText(newest, locale, "UTC", "short")} UTC`}</span>
                ),
              },
              {
                heading: t("again"),
                kind: "wide",
                isPlain: true,
                cell: ({ id, error }) =>
                  error !== undefined && (
                    <ChangeForm
                      action={retryMessages}
                      hidden={{ locale, id: 0, opened: JSON.stringify({ error }) }}
                      buttons={[
                        {
                          children: t("again"),
                          kind: "secondary",
                          "aria-describedby": id,
                          className: "max-md:w-full",
                        },
                      ]}
                      words={words}
                    />
                  ),
              },
            ]}
          />
        )}
      </section>
      <PageTitle>{t("title")}</PageTitle>
    </>
  );
}
