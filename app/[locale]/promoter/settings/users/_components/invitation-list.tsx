import { Clock, MailWarning } from "lucide";
import { getMessages, getTranslations } from "next-intl/server";
import { StatusChip } from "#app/[locale]/promoter/_components/status-chip.tsx";
import { TableList } from "#app/[locale]/promoter/_components/table-list.tsx";
import { AccessChips } from "#app/[locale]/promoter/settings/users/_components/access-chips.tsx";
import { InvitationButtons } from "#app/[locale]/promoter/settings/users/_components/invitation-buttons.tsx";
import { timeText } from "#app/[locale]/promoter/settings/users/_components/people-table.tsx";
import type { Invitation } from "#lib/ticketing/manage/invitations.ts";

type InvitationListProps = { readonly invitations: readonly Invitation[]; readonly locale: string };

/** Who was invited and has not accepted yet. */
export async function InvitationList({ invitations, locale }: InvitationListProps) {
  const [t, { Users, Common, Errors }] = await Promise.all([getTranslations("Users"), getMessages()]);
  const words = { ...Users, title: Users.invitations, problem: Common.problem, lost: Errors.lost };
  return (
    <section aria-labelledby="invitations" className="mt-5 rounded-xl border border-line bg-surface shadow-raise">
      <h2 id="invitations" className="px-5 pt-4 text-lg lg:px-6">
        {t("invitations")}
      </h2>
      <TableList
        caption={t("invitations")}
        rows={invitations}
        keyOf={({ id }) => id}
        name={{
          heading: t("email"),
          cell: ({ id, email }) => (
            <bdi id={`invitation-${id}`} className="wrap-anywhere">
              {email}
            </bdi>
          ),
        }}
        columns={[
          { heading: t("access"), kind: "wide", cell: (invitation) => <AccessChips access={invitation} /> },
          {
            heading: t("link"),
            kind: "wide",
            cell: ({ state, expiresAt }) => (
              <StatusChip tone={state === "OPEN" ? "plain" : "warn"} icon={state === "OPEN" ? Clock : MailWarning}>
                {state === "OPEN" ? t("validUntil", { when: timeText(expiresAt, locale) }) : t("expired")}
              </StatusChip>
            ),
          },
          {
            heading: t("actions"),
            kind: "wide",
            isPlain: true,
            cell: ({ id }) => <InvitationButtons id={id} locale={locale} words={words} />,
          },
        ]}
      />
    </section>
  );
}
