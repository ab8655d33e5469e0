import { Ban, CircleAlert, type IconNode } from "lucide";
import { getTranslations } from "next-intl/server";
import { StatusChip, type StatusTone } from "#app/[locale]/promoter/_components/status-chip.tsx";
import { TableList } from "#app/[locale]/promoter/_components/table-list.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { dayTimeText } from "#lib/i18n/date-text.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { logWords } from "#lib/promoter/log/log-sentence.ts";
import type { LogEntry } from "#lib/ticketing/manage/audit-log.ts";
import { SESSION_NAME } from "#lib/ticketing/manage/users.ts";
import type { Ref } from "#lib/ticketing/wire/shapes.ts";
import { LogChanges } from "./log-changes.tsx";

type LogTableProps = {
  readonly entries: readonly LogEntry[];
  /** Those whom entries may name by their id. */
  readonly users: readonly Ref[];
  readonly locale: Locale;
};

/** What was done, with each changed field before and after, by whom, from where and when. */
export async function LogTable({ entries, users, locale }: LogTableProps) {
  const t = await getTranslations("AuditLog");
  const now = new Date();
  return (
    <TableList
      caption={t("title")}
      rows={entries}
      keyOf={({ id }) => id}
      name={{
        heading: t("what"),
        cell: (entry) => (
          <>
            <span className="block">{sentenceOf(entry)}</span>
            {entry.what !== undefined && entry.what.name !== "" && entry.what.name !== SESSION_NAME && (
              <bdi className="block text-sm font-normal wrap-anywhere">{entry.what.name}</bdi>
            )}
            <Outcome entry={entry} />
          </>
        ),
      }}
      columns={[
        {
          heading: t("changes"),
          kind: "wide",
          cell: (entry) => <LogChanges entry={entry} users={users} locale={locale} />,
        },
        {
          heading: t("who"),
          kind: "wide",
          cell: ({ user, network, call }) => (
            <span className={LINE}>
              <bdi className="wrap-anywhere md:block">{user?.name ?? user?.username ?? t("unknown")}</bdi>
              {(network !== undefined || call === SIGN_IN) && (
                <span className="text-xs text-ink-muted md:block">
                  {network === undefined
                    ? t("networks")
                    : t.rich("network", { network, code: (chunks) => <bdi dir="ltr">{chunks}</bdi> })}
                </span>
              )}
            </span>
          ),
        },
        {
          heading: t("when"),
          kind: "wide",
          cell: ({ last, times }) => (
            <span className={classNames(LINE, "figures text-ink-muted")}>
              <span className="lg:whitespace-nowrap">
                {dayTimeText(last, locale, "UTC", now)}
                <span className="md:hidden"> {UTC}</span>
              </span>
              {times > 1 && <span className="text-xs md:block">{t("times", { count: times })}</span>}
            </span>
          ),
        },
      ]}
    />
  );

  function sentenceOf({ call, what }: LogEntry): string {
    const words = logWords(call, what && (what.name === SESSION_NAME ? "session" : "program"));
    if ("sentence" in words) return t(`sentence.${words.sentence}`);
    const thing = "thing" in words ? t(`thing.${words.thing}`) : words.names;
    return t("thingDone", { thing, done: t(`verb.${words.verb}`) });
  }
}

/** A phone shows no heading, which says it of the others. */
const UTC = "UTC";

/** On a phone one line. */
const LINE = "flex flex-wrap items-baseline gap-x-2 md:block";

const SIGN_IN = "SIGN_IN";

/** Why nothing was done. A failed sign-in says it itself. */
async function Outcome({ entry: { status, call } }: { readonly entry: LogEntry }) {
  if (status < 400 || (call === SIGN_IN && status === 401)) return null;
  const t = await getTranslations("AuditLog.outcome");
  const [tone, icon, text] = outcomeOf(status);
  return (
    <span className="mt-1 block font-normal">
      <StatusChip tone={tone} icon={icon}>
        {t(text)}
      </StatusChip>
    </span>
  );
}

type OutcomeWord = "noAccess" | "tooMany" | "failed" | "notAccepted";

function outcomeOf(status: number): readonly [StatusTone, IconNode, OutcomeWord] {
  if (status === 401 || status === 403) return ["bad", Ban, "noAccess"];
  if (status === 429) return ["bad", Ban, "tooMany"];
  return status >= 500 ? ["bad", CircleAlert, "failed"] : ["warn", CircleAlert, "notAccepted"];
}
