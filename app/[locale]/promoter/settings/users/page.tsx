import type { Route } from "next";
import { getTranslations } from "next-intl/server";
import { NotOffered } from "#app/[locale]/promoter/_components/instead-of-page.tsx";
import { type AtWork, promoterPage } from "#app/[locale]/promoter/promoter-page.tsx";
import { SettingsPage } from "#app/[locale]/promoter/settings/_components/settings-page.tsx";
import { InvitationList } from "#app/[locale]/promoter/settings/users/_components/invitation-list.tsx";
import { PeopleTable, timeText } from "#app/[locale]/promoter/settings/users/_components/people-table.tsx";
import { NOT_INDEXED } from "#app/page-metadata.ts";
import { buttonClass } from "#components/ui/button.tsx";
import { FocusPanel } from "#components/ui/focus-panel.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { listAddress, listQueryIn, readPage } from "#lib/promoter/list-query.ts";
import { areMessagesSent } from "#lib/session/links/message-renderer.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import { listInvitations } from "#lib/ticketing/manage/invitations.ts";
import { listPeople } from "#lib/ticketing/manage/people.ts";

type Props = PageProps<"/[locale]/promoter/settings/users">;

export const metadata = NOT_INDEXED;

export default promoterPage(UsersPage, ["MANAGE"]);

/** Who has access to the account, and who was invited. */
async function UsersPage({ searchParams }: Props, { credential, accountId, locale }: AtWork) {
  const typed = await searchParams;
  const [found, invitations, t] = await Promise.all([
    readPage(listQueryIn(typed), ({ page, pageSize }) => listPeople(credential, accountId, { page, pageSize })),
    areMessagesSent() ? undefinedOnFault(listInvitations(credential, accountId)) : undefined,
    getTranslations("Users"),
  ]);
  if (found === undefined) return <NotOffered locale={locale} />;

  const path = `/${locale}/promoter/settings/users`;
  const { total, page, pages, people } = found;
  const sent = invitations?.find(({ id }) => String(id) === typed.invitation);
  return (
    <SettingsPage
      part="users"
      locale={locale}
      button={
        invitations !== undefined && (
          <a href={`${path}/new` as Route} className={buttonClass()}>
            {t("invite")}
          </a>
        )
      }
    >
      {typed.invitation !== undefined && (
        <FocusPanel tone="ok" role="status" announcement={Number(typed.saved) || 0} className="mb-5 py-3 font-semibold">
          {sent === undefined
            ? t("ended")
            : t.rich("sent", {
                email: sent.email,
                when: timeText(sent.created, locale),
                name: (chunks) => <bdi>{chunks}</bdi>,
              })}
        </FocusPanel>
      )}
      <section aria-labelledby="people" className="rounded-xl border border-line bg-surface shadow-raise">
        <h2 id="people" className="px-5 pt-4 text-lg lg:px-6">
          {t("people", { count: total })}
        </h2>
        <PeopleTable people={people} path={path} locale={locale} />
      </section>
      <div className="mt-5 empty:hidden">
        <Pager page={page} pages={pages} to={(next) => listAddress(path, { page: next })} />
      </div>
      {invitations !== undefined && invitations.length > 0 && (
        <InvitationList invitations={invitations} locale={locale} />
      )}
    </SettingsPage>
  );
}
