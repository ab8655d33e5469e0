import { getTranslations } from "next-intl/server";
import { SendOnChange } from "#app/[locale]/promoter/embed-kit/[eventId]/_components/send-on-change.tsx";
import type { KitQuery } from "#app/[locale]/promoter/embed-kit/[eventId]/kit-query.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Labelled } from "#components/ui/labelled.tsx";
import { Select } from "#components/ui/select.tsx";
import { spanText } from "#lib/catalogue/dates/span-text.ts";
import { contentLanguage } from "#lib/i18n/content-language.ts";
import { routing } from "#lib/i18n/routing.ts";
import { inSection } from "#lib/i18n/words.ts";
import { VISITOR_PLACES_MAX } from "#lib/security/reservation-limits.ts";
import { distinctSection } from "#lib/ticketing/model/admission.ts";
import type { EventSummary } from "#lib/ticketing/model/event.ts";
import { formatMoney } from "#lib/ticketing/model/money.ts";
import { allInPrice, type OfferingGroup, ticketTypesOf } from "#lib/ticketing/model/offering.ts";

type LinkFormProps = {
  readonly event: EventSummary;
  readonly groups: readonly OfferingGroup[];
  /** The date on which the link opens. */
  readonly date: OfferingGroup | undefined;
  readonly query: KitQuery;
  readonly locale: string;
  readonly now: Date;
};

/** The form that builds a link. It is a GET form, so it works without script. */
export async function LinkForm({ event, groups, date, query: { link, language }, locale, now }: LinkFormProps) {
  const t = await getTranslations("Kit");
  const zone = event.venue.timeZone;
  const chosen = new Map(link.wanted.map(({ ticketTypeId, quantity }) => [ticketTypeId, quantity]));
  const utm = link.source?.utm ?? {};
  return (
    <form id="link-form" method="get" className="flex flex-col gap-5 rounded-xl border border-line bg-surface p-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <Choice name="date" label={t("date")} value={link.eventDateId === undefined ? "" : String(link.eventDateId)}>
          <option value="">{t("anyDate")}</option>
          {groups.map(({ eventDateId, ...span }) => (
            <option key={eventDateId} value={eventDateId}>
              {spanText(span, locale, zone, now)}
            </option>
          ))}
        </Choice>
        <Choice name="lang" label={t("language")} value={language}>
          {routing.locales.map((each) => (
            <option key={each} value={each}>
              {new Intl.DisplayNames(each, { type: "language" }).of(each)}
            </option>
          ))}
        </Choice>
      </div>
      {date !== undefined && (
        <fieldset className="flex flex-col gap-3">
          <legend className="pb-2 font-semibold">{t("quantities")}</legend>
          {ticketTypesOf(date).map((ticketType) => (
            <div key={ticketType.id} className="flex items-center justify-between gap-4">
              <label htmlFor={`qty.${ticketType.id}`} className="min-w-0">
                <bdi lang={contentLanguage()}>
                  {inSection(ticketType.name, distinctSection(ticketType.name, ticketType.section.name), locale)}
                </bdi>
                <span className="figures block text-sm text-ink-muted">
                  {formatMoney(allInPrice(ticketType), locale)}
                </span>
              </label>
              <div className="w-28 shrink-0">
                <Select
                  id={`qty.${ticketType.id}`}
                  name={`qty.${ticketType.id}`}
                  defaultValue={chosen.get(ticketType.id) ?? ""}
                >
                  <option value="">0</option>
                  {Array.from(
                    { length: Math.min(ticketType.maximum ?? VISITOR_PLACES_MAX, VISITOR_PLACES_MAX) },
                    (_, at) => at + 1,
                  ).map((count) => (
                    <option key={count} value={count}>
                      {count}
                    </option>
                  ))}
                </Select>
              </div>
            </div>
          ))}
        </fieldset>
      )}
      <Field label={t("code")} name="code" defaultValue={link.code ?? ""} autoComplete="off" spellCheck={false} />
      <Field label={t("ref")} name="ref" hint={t("refHint")} defaultValue={link.source?.ref ?? ""} autoComplete="off" />
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
      <div>
        <Button kind="secondary">{t("update")}</Button>
      </div>
      <SendOnChange formId="link-form" />
    </form>
  );
}

type ChoiceProps = {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly children: React.ReactNode;
};

function Choice({ name, label, value, children }: ChoiceProps) {
  return (
    <Labelled label={label} id={name}>
      <Select id={name} name={name} defaultValue={value}>
        {children}
      </Select>
    </Labelled>
  );
}
