import { getTranslations } from "next-intl/server";
import type { LogFilters } from "#app/[locale]/promoter/settings/log/log-query.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { SelectField } from "#components/ui/select-field.tsx";
import { LOG_PARTS } from "#lib/ticketing/manage/audit-log.ts";
import type { Ref } from "#lib/ticketing/wire/shapes.ts";

type LogFilterProps = { readonly filters: LogFilters; readonly users: readonly Ref[] };

/** Who, what and when: a GET form, which works without script. */
export async function LogFilter({ filters: { user, what, from, to }, users }: LogFilterProps) {
  const t = await getTranslations("AuditLog");
  return (
    <form
      method="get"
      className="mb-5 grid grid-cols-2 items-end gap-4 max-[23rem]:grid-cols-1 lg:grid-cols-[1.3fr_1.3fr_1fr_1fr_auto]"
    >
      <SelectField name="user" label={t("who")} defaultValue={user ?? ""}>
        <option value="">{t("anyone")}</option>
        {users.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField name="what" label={t("what")} defaultValue={what ?? ""}>
        <option value="">{t("anything")}</option>
        {LOG_PARTS.map((part) => (
          <option key={part} value={part}>
            {t(`parts.${part}`)}
          </option>
        ))}
      </SelectField>
      <Field type="date" name="from" label={t("from")} defaultValue={from} />
      <Field type="date" name="to" label={t("to")} defaultValue={to} />
      <Button kind="secondary" className="col-span-full min-h-13 lg:col-span-1">
        {t("show")}
      </Button>
    </form>
  );
}
