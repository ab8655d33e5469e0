import { ArrowRight } from "lucide";
import { getMessages, getTranslations } from "next-intl/server";
import { Icon } from "#components/ui/icon.tsx";
import { env } from "#lib/env.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { fieldWithoutWords, isLogField, logChanges } from "#lib/promoter/log/log-changes.ts";
import { logValue } from "#lib/promoter/log/log-value.ts";
import type { LogEntry } from "#lib/ticketing/manage/audit-log.ts";
import { VENUE_FIELDS } from "#lib/ticketing/manage/venues.ts";
import { accountCurrency } from "#lib/ticketing/model/money.ts";
import type { Ref } from "#lib/ticketing/wire/shapes.ts";

type LogChangesProps = { readonly entry: LogEntry; readonly users: readonly Ref[]; readonly locale: Locale };

/** Each changed field before and after, or the fields of what was made. */
export async function LogChanges({ entry: { before, after, what }, users, locale }: LogChangesProps) {
  const [t, { AuditLog, Venues, Manage, OwnAccount }] = await Promise.all([getTranslations("AuditLog"), getMessages()]);
  const inviter = users.find(({ id }) => id === after?.invitedBy)?.name;
  const changes = logChanges({
    before,
    after: after && "invitedBy" in after ? { ...after, invitedBy: inviter } : after,
    name: what?.name,
  });
  if (changes.length === 0) return null;
  const context = {
    locale,
    currency: accountCurrency() ?? env().CURRENCY,
    words: AuditLog.value,
    constants: { ...Manage.access, ON: OwnAccount.factor.on, OFF: OwnAccount.factor.off },
  };
  return (
    <dl className="flex flex-col gap-1">
      {changes.map(({ path, before: was, after: is }) => (
        <div key={path} className="flex flex-wrap items-baseline gap-x-2.5">
          <dt className="text-ink-muted">{labelOf(path)}</dt>
          <dd className="figures flex flex-wrap items-baseline gap-x-1.5 wrap-anywhere">
            {before !== undefined && (
              <>
                <bdi>{logValue(path, was, context)}</bdi>
                <Icon of={ArrowRight} size={14} className="shrink-0 self-center text-ink-muted rtl:rotate-180" />
                <span className="sr-only">{t("becomes")}</span>
              </>
            )}
            <bdi className="font-medium">{logValue(path, is, context)}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );

  /** A field's words: of the log, or of the form that changes it. */
  function labelOf(path: string): string {
    if (isLogField(path)) return AuditLog.field[path];
    const label = VENUE_FIELDS.find(({ name }) => name === path)?.label;
    return Object.entries(Venues).find(([key]) => key === label)?.[1] ?? fieldWithoutWords(path);
  }
}
