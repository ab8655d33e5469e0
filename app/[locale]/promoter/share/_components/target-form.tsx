import { getTranslations } from "next-intl/server";
import { SendOnChange } from "#app/[locale]/promoter/share/_components/send-on-change.tsx";
import type { TargetChoice, targetChoices } from "#app/[locale]/promoter/share/own-target.ts";
import { lookIn, type ShareQuery } from "#app/[locale]/promoter/share/share-query.ts";
import { Hidden } from "#components/forms/hidden.tsx";
import { Button } from "#components/ui/button.tsx";
import { SelectField } from "#components/ui/select-field.tsx";
import { formatTarget, type Target } from "#lib/ticketing/model/target.ts";

type TargetFormProps = {
  readonly target: Target;
  readonly name: string;
  readonly choices: Awaited<ReturnType<typeof targetChoices>>;
  readonly query: ShareQuery;
};

/** Chooses what is opened. What was preselected of another event goes; how it looks stays. */
export async function TargetForm({ target, name, choices: { list, ...named }, query }: TargetFormProps) {
  const t = await getTranslations("Kit");
  const current = formatTarget(target);
  const groups = Object.entries(named) as (readonly [keyof typeof named, readonly TargetChoice[]])[];
  const isListed = [list, ...Object.values(named)].flat().some(({ value }) => value === current);
  return (
    <form id="target-form" method="get" className="flex max-w-2xl flex-wrap items-end gap-3">
      <SelectField key={current} name="for" label={t("opens")} defaultValue={current} className="min-w-0 basis-60 grow">
        {!isListed && <option value={current}>{name}</option>}
        {list.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
        {groups.map(
          ([kind, choices]) =>
            choices.length > 0 && (
              <optgroup key={kind} label={t(`kinds.${kind}`)}>
                {choices.map(({ value, label }) => (
                  <option key={value} value={value}>
                    {label}
                  </option>
                ))}
              </optgroup>
            ),
        )}
      </SelectField>
      <Hidden fields={lookIn(query)} />
      <Button kind="secondary">{t("show")}</Button>
      <SendOnChange formId="target-form" />
    </form>
  );
}
