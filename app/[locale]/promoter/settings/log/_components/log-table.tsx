import { ArrowRight, Ban, CircleAlert, type IconNode } from "lucide";
import { getMessages, getTranslations } from "next-intl/server";
import { StatusChip, type StatusTone } from "#app/[locale]/promoter/_components/status-chip.tsx";
import { TableList } from "#app/[locale]/promoter/_components/table-list.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { env } from "#lib/env.ts";
import { momentText } from "#lib/i18n/date-text.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { fieldWithoutWords, isLogField, type LogChange, logChanges } from "#lib/promoter/log/log-changes.ts";
import { logWords } from "#lib/promoter/log/log-sentence.ts";
import { logValue } from "#lib/promoter/log/log-value.ts";
import type { LogEntry } from "#lib/ticketing/manage/audit-log.ts";
import { VENUE_FIELDS } from "#lib/ticketing/manage/venues.ts";
import { accountCurrency } from "#lib/ticketing/model/money.ts";

type LogTableProps = { readonly entries: readonly LogEntry[]; readonly locale: Locale };

/** What was done, with each changed field before and after, by whom, from where and when. */
export async function LogTable({ entries, locale }: LogTableProps) {
  const [t, { AuditLog, Venues, Manage, OwnAccount }] = await Promise.all([getTranslations("AuditLog"), getMessages()]);
  const context = {
    locale,
    currency: accountCurrency() ?? env().CURRENCY,
    words: AuditLog.value,
    constants: { ...Manage.access, ON: OwnAccount.factor.on, OFF: OwnAccount.factor.off },
  };
  const textOf = ({ path }: LogChange, value: unknown) => logValue(path, value, context);
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
            {entry.what !== undefined && entry.what.name !== "" && (
              <bdi className="block font-normal wrap-anywhere">{entry.what.name}</bdi>
            )}
            <Outcome entry={entry} />
          </>
        ),
      }}
      columns={[
        {
          heading: t("changes"),
          kind: "wide",
          cell: ({ before, after }) => {
            const changes = logChanges(before, after);
            if (changes.length === 0) return null;
            return (
              <dl className="flex flex-col gap-1.5">
                {changes.map((change) => (
                  <div key={change.path}>
                    <dt className="text-xs text-ink-muted">{labelOf(change.path)}</dt>
                    <dd className="figures flex flex-wrap items-center gap-x-2 wrap-anywhere">
                      <bdi className="text-ink-muted">{textOf(change, change.before)}</bdi>
                      <Icon of={ArrowRight} size={14} className="shrink-0 text-ink-muted rtl:rotate-180" />
                      <span className="sr-only">{t("becomes")}</span>
                      <bdi>{textOf(change, change.after)}</bdi>
                    </dd>
                  </div>
                ))}
              </dl>
            );
          },
        },
        {
          heading: t("who"),
          kind: "wide",
          cell: ({ user, network, call }) => (
            <>
              <bdi className="block wrap-anywhere">{user?.name ?? user?.username ?? t("unknown")}</bdi>
              {network !== undefined && (
                <span className="block text-xs text-ink-muted">
                  {t.rich("network", { network, code: (chunks) => <bdi dir="ltr">{chunks}</bdi> })}
                </span>
              )}
              {network === undefined && call === SIGN_IN && (
                <span className="block text-xs text-ink-muted">{t("networks")}</span>
              )}
            </>
          ),
        },
        {
          heading: t("when"),
          kind: "wide",
          cell: ({ last, times }) => (
            <span className="figures text-ink-muted">
              {`${momentText(last, locale, "UTC", "short")} UTC`}
              {times > 1 && <span className="block text-xs">{t("times", { count: times })}</span>}
            </span>
          ),
        },
      ]}
    />
  );

  function sentenceOf({ call }: LogEntry): string {
    const words = logWords(call);
    if ("sentence" in words) return t(`sentence.${words.sentence}`);
    const thing = "thing" in words ? t(`thing.${words.thing}`) : words.names;
    return t("thingDone", { thing, done: t(`verb.${words.verb}`) });
  }

  /** A field's words: of the log, or of the form that changes it. */
  function labelOf(path: string): string {
    if (isLogField(path)) return AuditLog.field[path];
    const label = VENUE_FIELDS.find(({ name }) => name === path)?.label;
    return Object.entries(Venues).find(([key]) => key === label)?.[1] ?? fieldWithoutWords(path);
  }
}

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
