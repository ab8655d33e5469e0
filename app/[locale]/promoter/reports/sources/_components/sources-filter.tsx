import { getTranslations } from "next-intl/server";
import { type SourcesQuery, TIMES } from "#app/[locale]/promoter/reports/sources/sources-query.ts";
import { Button } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { Field } from "#components/ui/field.tsx";
import { SelectField } from "#components/ui/select-field.tsx";
import { contentLanguage } from "#lib/i18n/content-language.ts";
import type { Day } from "#lib/ticketing/model/day.ts";
import type { Ref } from "#lib/ticketing/wire/shapes.ts";

type SourcesFilterProps = {
  readonly query: SourcesQuery;
  readonly today: Day;
  readonly events: readonly Ref[];
};

/** On a phone two beside each other, where they have room. */
const HALF = "min-w-36 flex-auto basis-[calc(50%-0.5rem)] sm:basis-48";

/** The time and the event: a GET form, which works without script. The field of a day is shown once that is chosen. */
export async function SourcesFilter({ query: { time, from, event }, today, events }: SourcesFilterProps) {
  const t = await getTranslations("Reports");
  const tManage = await getTranslations("Manage");
  return (
    <form method="get" className="group mb-5 flex flex-wrap items-end gap-4">
      <SelectField name="time" label={t("time")} defaultValue={time} className={classNames(HALF, "sm:flex-none")}>
        {TIMES.map((one) => (
          <option key={one} value={one} {...(one === "from" && { id: "from-a-day" })}>
            {t(`times.${one}`)}
          </option>
        ))}
      </SelectField>
      <Field
        type="date"
        name="from"
        label={t("from")}
        max={today}
        defaultValue={from}
        className={classNames(HALF, "sm:flex-none", time !== "from" && "hidden! group-has-[#from-a-day:checked]:flex!")}
      />
      <SelectField
        name="event"
        label={tManage("event")}
        defaultValue={event ?? ""}
        className={classNames(HALF, "sm:max-w-80")}
      >
        <option value="">{t("allEvents")}</option>
        {events.map(({ id, name }) => (
          <option key={id} value={id} lang={contentLanguage()}>
            {name}
          </option>
        ))}
      </SelectField>
      <Button kind="secondary" className="min-h-13 max-sm:flex-auto">
        {t("show")}
      </Button>
    </form>
  );
}
