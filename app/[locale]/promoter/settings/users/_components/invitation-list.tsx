import { Clock, MailWarning } from "lucide";
import { getMessages, getTranslations } from "next-intl/server";
import { ChangeForm } from "#app/[locale]/promoter/_components/form/change-form.tsx";
import { StatusChip } from "#app/[locale]/promoter/_components/status-chip.tsx";
import { TableList } from "#app/[locale]/promoter/_components/table-list.tsx";
import { AccessChips } from "#app/[locale]/promoter/settings/users/_components/access-chips.tsx";
import { timeText } from "#app/[locale]/promoter/settings/users/_components/people-table.tsx";
import { changeInvitation } from "#app/[locale]/promoter/settings/users/actions.ts";
import type { Invitation } from "#lib/ticketing/manage/invitations.ts";

type InvitationListProps = { readonly invitations: readonly Invitation[]; readonly locale: string };

/** Who was invited and has not accepted yet. */
export async function InvitationList({ invitations, locale }: InvitationListProps) {
  const [t, { Users, Common, Errors }] = await Promise.all([getTranslations("Users"), getMessages()]);
  const words = { title: Users.invitations, problem: Common.problem, lost: Errors.lost };
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
            cell: ({ id }) => (
              <ChangeForm
                action={changeInvitation}
                hidden={{ locale, id }}
                buttons={(["again", "end"] as const).map((change) => ({
                  children: t(change),
                  kind: "secondary",
                  name: "change",
                  value: change,
                  pendingLabel: t("working"),
                  "aria-describedby": `invitation-${id}`,
                  className: "py-2 text-sm",
                }))}
                words={words}
              />
            ),
          },
        ]}
      />
    </section>
  );
}
