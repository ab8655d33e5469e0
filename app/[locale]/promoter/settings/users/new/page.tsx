import { getTranslations } from "next-intl/server";
import { FormPage } from "#app/[locale]/promoter/_components/form/form-page.tsx";
import { NotOffered } from "#app/[locale]/promoter/_components/instead-of-page.tsx";
import { type AtWork, promoterPage } from "#app/[locale]/promoter/promoter-page.tsx";
import { inviteUser } from "#app/[locale]/promoter/settings/users/actions.ts";
import { NOT_INDEXED } from "#app/page-metadata.ts";
import { scanOptions } from "#lib/promoter/scan-dates.ts";
import { areMessagesSent } from "#lib/session/links/message-renderer.ts";
import { INVITATION_FIELDS } from "#lib/ticketing/manage/access-form.ts";
import { listInvitations } from "#lib/ticketing/manage/invitations.ts";

type Props = PageProps<"/[locale]/promoter/settings/users/new">;

export const metadata = NOT_INDEXED;

export default promoterPage(InvitePage, ["MANAGE"]);

/** Invites a person to the account, by a link in an email. */
async function InvitePage(_: Props, at: AtWork) {
  const { credential, accountId, locale } = at;
  const t = await getTranslations("Users");
  const [invitations, options] = await Promise.all([
    areMessagesSent() ? listInvitations(credential, accountId) : undefined,
    scanOptions(at, [], (event) => t("allDatesOf", { event }), new Date()),
  ]);
  if (invitations === undefined) return <NotOffered locale={locale} />;
  return (
    <FormPage
      locale={locale}
      screen="Users"
      fields={INVITATION_FIELDS}
      options={options}
      action={inviteUser}
      title={t("invite")}
      text={t("inviteText")}
      back={{ href: `/${locale}/promoter/settings/users`, label: t("title") }}
      button={t("send")}
    />
  );
}
