import type { Route } from "next";
import { getTranslations } from "next-intl/server";
import { EmptyState } from "#app/[locale]/promoter/_components/empty-state.tsx";
import { NotOffered } from "#app/[locale]/promoter/_components/instead-of-page.tsx";
import { TableList } from "#app/[locale]/promoter/_components/table-list.tsx";
import { accessText } from "#app/[locale]/promoter/access-text.ts";
import { AccountCard, Saved } from "#app/[locale]/promoter/account/_components/account-card.tsx";
import { AccountPage } from "#app/[locale]/promoter/account/_components/account-page.tsx";
import { deleteToken, signOutEverywhere } from "#app/[locale]/promoter/account/tokens/actions.ts";
import { type AtWork, promoterPage } from "#app/[locale]/promoter/promoter-page.tsx";
import { NOT_INDEXED } from "#app/page-metadata.ts";
import { Hidden } from "#components/forms/hidden.tsx";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { momentText } from "#lib/i18n/date-text.ts";
import { knownCapabilities } from "#lib/promoter/rights.ts";
import { listOwnTokens } from "#lib/ticketing/manage/own-account.ts";
import type { Token } from "#lib/ticketing/manage/users.ts";

type Props = PageProps<"/[locale]/promoter/account/tokens">;

export const metadata = NOT_INDEXED;

export default promoterPage(TokensPage, "ANY_USER");

/** The tokens of programs, and where else the user is signed in. */
async function TokensPage({ searchParams }: Props, { credential, locale }: AtWork) {
  const all = await listOwnTokens(credential);
  if (all === undefined) return <NotOffered locale={locale} />;
  const [t, tManage, { saved, refused }] = await Promise.all([
    getTranslations("OwnAccount.tokens"),
    getTranslations("Manage"),
    searchParams,
  ]);
  const [sessions, tokens] = [all.filter((one) => one.isSession), all.filter((one) => !one.isSession)];
  const timeText = (at: string) => `${momentText(at, locale, "UTC", "short")} UTC`;
  const accessOf = ({ scopes }: Token) =>
    scopes === undefined ? t("allScopes") : accessText(knownCapabilities(scopes), locale, tManage);
  const add = (
    <a href={`/${locale}/promoter/account/tokens/new` as Route} className={buttonClass()}>
      {t("add")}
    </a>
  );
  return (
    <AccountPage part="tokens" locale={locale}>
      <Saved saved={saved}>{t("deleted")}</Saved>
      {refused !== undefined && (
        <Panel tone="warn" role="alert" className="mb-5">
          {t("notSignedOut")}
        </Panel>
      )}
      <section aria-label={t("title")} className="rounded-2xl border border-line bg-surface shadow-raise">
        {tokens.length === 0 ? (
          <EmptyState title={t("none")} text={t("text")}>
            {add}
          </EmptyState>
        ) : (
          <>
            <div className="flex flex-wrap items-start justify-between gap-4 p-5 sm:p-6">
              <div className="max-w-xl">
                <h2 className="text-lg">{t("title")}</h2>
                <p className="mt-1 text-sm text-ink-muted">{t("text")}</p>
              </div>
              {add}
            </div>
            <TableList
              caption={t("title")}
              rows={tokens}
              keyOf={({ id }) => id}
              name={{ heading: t("name"), cell: ({ name }) => <bdi className="wrap-anywhere">{name}</bdi> }}
              columns={[
                {
                  heading: t("scopes"),
                  kind: "wide",
                  cell: (token) => <span className="block first-letter:uppercase">{accessOf(token)}</span>,
                },
                {
                  heading: t("createdAt"),
                  kind: "wide",
                  cell: ({ created }) => (
                    <span className="figures text-ink-muted">{t("since", { time: timeText(created) })}</span>
                  ),
                },
                {
                  heading: t("expires"),
                  kind: "wide",
                  cell: ({ expiresAt }) => (
                    <span className="figures text-ink-muted">{t("until", { time: timeText(expiresAt) })}</span>
                  ),
                },
                {
                  heading: t("delete"),
                  kind: "wide",
                  isPlain: true,
                  cell: ({ id, name }) => (
                    <details>
                      <summary className="tap w-fit cursor-pointer text-accent-text underline underline-offset-4">
                        {t("delete")}
                        <span className="sr-only">{` ${name}`}</span>
                      </summary>
                      <form action={deleteToken} className="flex max-w-80 flex-col items-start gap-3 py-2">
                        <Hidden fields={{ locale, token: id }} />
                        <p className="text-ink-muted">{t("deleteText")}</p>
                        <Button kind="secondary">{t("deleteNow")}</Button>
                      </form>
                    </details>
                  ),
                },
              ]}
            />
          </>
        )}
      </section>
      <AccountCard title={t("sessions")} className="mt-5 max-w-3xl">
        <p className="text-sm text-ink-muted">{t("sessionsText")}</p>
        <ul className="mt-3 ruled">
          {sessions.map(({ id, created }) => (
            <li key={id} className="figures py-2.5">
              {t("signedIn", { time: timeText(created) })}
            </li>
          ))}
        </ul>
        <form action={signOutEverywhere} className="mt-4">
          <Hidden fields={{ locale }} />
          <p className="mb-3 text-sm text-ink-muted">{t("everywhereText")}</p>
          <Button kind="secondary">{t("everywhere")}</Button>
        </form>
      </AccountCard>
    </AccountPage>
  );
}
