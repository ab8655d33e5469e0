import { ShieldAlert, ShieldCheck, UserX } from "lucide";
import { getTranslations } from "next-intl/server";
import { linkedName } from "#app/[locale]/promoter/_components/list-page.tsx";
import { StatusChip } from "#app/[locale]/promoter/_components/status-chip.tsx";
import { TableList } from "#app/[locale]/promoter/_components/table-list.tsx";
import { AccessChips } from "#app/[locale]/promoter/settings/users/_components/access-chips.tsx";
import { momentText } from "#lib/i18n/date-text.ts";
import type { Person } from "#lib/ticketing/manage/people.ts";

type PeopleTableProps = { readonly people: readonly Person[]; readonly path: string; readonly locale: string };

/** Who has access to the account. */
export async function PeopleTable({ people, path, locale }: PeopleTableProps) {
  const t = await getTranslations("Users");
  const { heading, cell } = linkedName(path, t("who"));
  return (
    <TableList
      caption={t("title")}
      rows={people}
      keyOf={({ id }) => id}
      name={{
        heading,
        cell: (person) => (
          <>
            {cell(person)}
            {person.email !== person.name && (
              <bdi className="block text-xs font-normal text-ink-muted wrap-anywhere">{person.email}</bdi>
            )}
          </>
        ),
      }}
      columns={[
        {
          heading: t("access"),
          kind: "wide",
          cell: (person) =>
            person.state === "DISABLED" ? (
              <StatusChip tone="off" icon={UserX}>
                {t("removed")}
              </StatusChip>
            ) : (
              <AccessChips access={person} />
            ),
        },
        {
          heading: t("secondFactor"),
          kind: "number",
          cell: ({ secondFactor }) => secondFactor && <SecondFactorChip isOn={secondFactor === "ON"} />,
        },
        {
          heading: t("lastActive"),
          kind: "wide",
          cell: ({ lastActive }) => (
            <span className="text-ink-muted">{lastActive ? timeText(lastActive, locale) : t("notYet")}</span>
          ),
        },
      ]}
    />
  );
}

export async function SecondFactorChip({ isOn }: { readonly isOn: boolean }) {
  const t = await getTranslations("Users");
  return (
    <StatusChip tone={isOn ? "ok" : "plain"} icon={isOn ? ShieldCheck : ShieldAlert}>
      {t(isOn ? "on" : "off")}
    </StatusChip>
  );
}

/** Returns a moment in UTC: an account has no time zone of its own. */
export function timeText(at: string, locale: string): string {
  return `${momentText(at, locale, "UTC", "short")} UTC`;
}
