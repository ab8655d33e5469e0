import { getTranslations } from "next-intl/server";
import { LookFields } from "#app/[locale]/promoter/share/_components/look-fields.tsx";
import { QuantityFields } from "#app/[locale]/promoter/share/_components/quantity-fields.tsx";
import { RecordField } from "#app/[locale]/promoter/share/_components/record-field.tsx";
import { SendOnChange } from "#app/[locale]/promoter/share/_components/send-on-change.tsx";
import { dateOf } from "#app/[locale]/promoter/share/link-state.ts";
import type { ShareQuery } from "#app/[locale]/promoter/share/share-query.ts";
import type { OwnSite } from "#app/[locale]/promoter/share/site.ts";
import { Hidden } from "#components/forms/hidden.tsx";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { SelectField } from "#components/ui/select-field.tsx";
import { spanText } from "#lib/catalogue/dates/span-text.ts";
import { routing } from "#lib/i18n/routing.ts";
import type { Link } from "#lib/ticketing/manage/links.ts";
import type { EventSummary } from "#lib/ticketing/model/event.ts";
import type { OfferingGroup } from "#lib/ticketing/model/offering.ts";
import { formatTarget, type Target } from "#lib/ticketing/model/target.ts";

type LinkFormProps = {
  readonly target: Target;
  /** Absent for what is no event: it has no dates and tickets to preselect. */
  readonly event: EventSummary | undefined;
  readonly groups: readonly OfferingGroup[];
  /** The links to choose from; `undefined` where the service has none. */
  readonly records: readonly Link[] | undefined;
  readonly record: Link | undefined;
  readonly sites: readonly OwnSite[];
  readonly site: OwnSite | undefined;
  readonly query: ShareQuery;
  readonly accent: string;
  readonly locale: string;
  readonly now: Date;
};

/** The form that builds a link. It is a GET form, so it works without script. */
export async function LinkForm(props: LinkFormProps) {
  const { target, event, groups, records, record, query, locale, now } = props;
  const { link, language } = query;
  const t = await getTranslations("Kit");
  const date = dateOf(link, groups);
  const utm = link.source?.utm ?? {};
  return (
    <form id="link-form" method="get" className="flex flex-col gap-5 rounded-xl border border-line bg-surface p-5">
      <Hidden fields={{ for: formatTarget(target) }} />
      <RecordField target={target} typed={link.source?.ref} records={records} record={record} locale={locale} />
      <div className="grid gap-5 sm:grid-cols-2">
        {event !== undefined && (
          <SelectField
            name="date"
            label={t("date")}
            defaultValue={link.eventDateId === undefined ? "" : String(link.eventDateId)}
          >
            <option value="">{t("anyDate")}</option>
            {groups.map(({ eventDateId, ...span }) => (
              <option key={eventDateId} value={eventDateId}>
                {spanText(span, locale, event.venue.timeZone, now)}
              </option>
            ))}
          </SelectField>
        )}
        <SelectField name="lang" label={t("language")} defaultValue={language}>
          {routing.locales.map((each) => (
            <option key={each} value={each}>
              {new Intl.DisplayNames(each, { type: "language" }).of(each)}
            </option>
          ))}
        </SelectField>
      </div>
      {date !== undefined && <QuantityFields date={date} wanted={link.wanted} locale={locale} />}
      <Field
        label={t("code")}
        name="code"
        hint={record?.code === undefined ? undefined : t("codeOfLink", { code: record.code })}
        defaultValue={link.code ?? ""}
        autoComplete="off"
        spellCheck={false}
      />
      <details open={Object.keys(utm).length > 0}>
        <summary className="inline-flex min-h-11 items-center text-accent-text underline underline-offset-4">
          {t("campaign")}
        </summary>
        <div className="grid gap-5 pt-2 sm:grid-cols-3">
          {(["source", "medium", "campaign"] as const).map((name) => (
            <Field
              key={name}
              label={t(`utm.${name}`)}
              name={`utm_${name}`}
              defaultValue={utm[name] ?? ""}
              autoComplete="off"
              spellCheck={false}
            />
          ))}
        </div>
      </details>
      <LookFields {...props} />
      <div>
        <Button kind="secondary">{t("update")}</Button>
      </div>
      <SendOnChange formId="link-form" />
    </form>
  );
}
