import { getTranslations } from "next-intl/server";
import type { NamedEvent } from "#app/[locale]/promoter/reports/sources/sources-of.ts";
import { type SourcesQuery, TIMES } from "#app/[locale]/promoter/reports/sources/sources-query.ts";
import { Button } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { Field } from "#components/ui/field.tsx";
import { SelectField } from "#components/ui/select-field.tsx";
import { contentLanguage } from "#lib/i18n/content-language.ts";
import type { Day } from "#lib/ticketing/model/day.ts";

type SourcesFilterProps = {
  readonly query: SourcesQuery;
  readonly today: Day;
  readonly events: readonly NamedEvent[];
};

/** On a phone two beside each other, where they have room. */
const HALF = "min-w-36 flex-auto basis-[calc(50%-0.5rem)] sm:basis-48";

/** The time and the event: a GET form, which works without script. The fields of days are shown once these are chosen. */
export async function SourcesFilter({ query, today, events }: SourcesFilterProps) {
  const { time, from, to = today, event } = query;
  const t = await getTranslations("Reports");
  const tManage = await getTranslations("Manage");
  return (
    <form method="get" className="group mb-5 flex flex-wrap items-end gap-4">
      <SelectField name="time" label={t("time")} defaultValue={time} className={classNames(HALF, "sm:flex-none")}>
        {TIMES.map((one) => (
          <option key={one} value={one} {...(one === "from" && { id: "chosen-days" })}>
            {t(`times.${one}`)}
          </option>
        ))}
      </SelectField>
      {Object.entries({ from, to }).map(([name, day]) => (
        <Field
          key={name}
          type="date"
          name={name}
          label={t(name === "from" ? "from" : "to")}
          max={today}
          defaultValue={day}
          className={classNames(
            HALF,
            "sm:flex-none",
            time !== "from" && "hidden! group-has-[#chosen-days:checked]:flex!",
          )}
        />
      ))}
      <SelectField
        name="event"
        label={tManage("event")}
        defaultValue={event ?? ""}
        className={classNames(HALF, "sm:max-w-80")}
      >
        <option value="">{t("allEvents")}</option>
        {events.map(({ id, name }) => (
          <option key={id} value={id} lang={contentLanguage()}>
            {name || t("eventById", { id })}
          </option>
        ))}
      </SelectField>
      <Button kind="secondary" className="min-h-13 max-sm:flex-auto">
        {t("show")}
      </Button>
    </form>
  );
}
