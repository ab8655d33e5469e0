import type { Route } from "next";
import { getTranslations } from "next-intl/server";
import { buttonClass } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { SelectField } from "#components/ui/select-field.tsx";
import type { Link } from "#lib/ticketing/manage/links.ts";
import { formatTarget, type Target } from "#lib/ticketing/model/target.ts";

type RecordFieldProps = {
  readonly target: Target;
  /** The ref in the address. */
  readonly typed: string | undefined;
  /** The links to choose from; `undefined` where the service has none. */
  readonly records: readonly Link[] | undefined;
  readonly record: Link | undefined;
  readonly locale: string;
};

/** Chooses the link by whose ref sales are counted, or leads to the form of a new one; a text where the service has no links. */
export async function RecordField({ target, typed = "", records, record, locale }: RecordFieldProps) {
  const t = await getTranslations("Kit");
  if (records === undefined)
    return <Field label={t("ref")} name="ref" hint={t("refHint")} defaultValue={typed} autoComplete="off" />;
  const chosen = record?.ref ?? typed;
  const isOffered = records.some(({ ref }) => ref === chosen);
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SelectField
        key={chosen}
        name="ref"
        label={t("record")}
        hint={t("recordHint")}
        defaultValue={chosen}
        className="min-w-0 basis-60 grow"
      >
        <option value="">{t("noRecord")}</option>
        {chosen !== "" && !isOffered && (
          <option value={chosen}>{record?.name ?? t("unknownRecord", { ref: chosen })}</option>
        )}
        {records.map(({ id, ref, name }) => (
          <option key={id} value={ref}>
            {name}
          </option>
        ))}
      </SelectField>
      <a
        href={`/${locale}/promoter/share/links/new?for=${formatTarget(target)}` as Route}
        className={buttonClass("secondary")}
      >
        {t("newRecord")}
      </a>
    </div>
  );
}
