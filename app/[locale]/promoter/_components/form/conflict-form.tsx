"use client";

import { GitCompare } from "lucide";
import { useState } from "react";
import type { FormWords, ResourceFormProps } from "#app/[locale]/promoter/_components/form/resource-form-props.ts";
import { FormProblem } from "#components/forms/form-problem.tsx";
import { Hidden } from "#components/forms/hidden.tsx";
import type { Submission } from "#components/forms/use-submission.ts";
import { BackLink } from "#components/ui/back-link.tsx";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { FocusPanel } from "#components/ui/focus-panel.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { fill, plural } from "#lib/i18n/words.ts";
import { fieldText, rowTitle } from "#lib/promoter/forms/field-text.ts";
import { type Clash, type Combined, merge, type Side } from "#lib/promoter/forms/merge.ts";
import { type Conflict, choiceName, type ResourceState } from "#lib/promoter/forms/state.ts";
import type { FormValues, RowValues } from "#lib/ticketing/manage/saved.ts";

type ConflictFormProps = Pick<ResourceFormProps, "fields" | "title" | "back" | "locale" | "words"> & {
  readonly opened: { readonly id: number; readonly values: FormValues };
  readonly conflict: Conflict;
  readonly submission: Submission<ResourceState>;
};

const CARD = "rounded-2xl border border-line bg-surface p-5 shadow-raise sm:p-6";

/** Another manager saved first: for each field that both changed theirs or yours, and the result. Nothing is saved before that. */
export function ConflictForm(props: ConflictFormProps) {
  const { fields, title, back, locale, words, opened, conflict, submission } = props;
  const [chosen, setChosen] = useState<Readonly<Partial<Record<string, Side>>>>({});
  const { theirs, yours, by } = conflict;
  const versions = { opened: opened.values, theirs, yours };
  const { values, clashes, combined } = merge(fields, versions, (path) => chosen[path]);
  const form = words.form;
  const text = (one: Clash | Combined, of: FormValues | RowValues) =>
    "field" in one
      ? fieldText(one.field, of, {
          locale,
          fieldWords: words.fields,
          all: values,
          options: words.options,
          none: form.empty,
        })
      : rowTitle(one.rows, one.row, words.options, form.unnamed);
  const parts = [
    plural(form.differ, clashes.length, locale),
    ...(combined.length > 0 ? [plural(form.combined, combined.length, locale)] : []),
  ];
  const sides = combined.map((one) => {
    const label = labelOf(one, words);
    if (one.by === "yours") return fill(form.fromYou, { label });
    return by === undefined ? fill(form.fromOtherUnnamed, { label }) : fill(form.fromOther, { label, name: by });
  });
  const hidden = {
    locale,
    id: opened.id,
    opened: JSON.stringify(opened.values),
    theirs: JSON.stringify(theirs),
    yours: JSON.stringify(yours),
    // What was asked before the first try is not asked again.
    confirmed: 1,
  };
  return (
    <>
      <FormProblem
        form={{ ...submission, message: undefined }}
        words={{ title, problem: words.problem, lost: words.lost }}
      />
      <FocusPanel tone="warn" role="alert" announcement={submission.state.answeredAt} className="mb-6 border-2">
        <p className="flex items-center gap-3 text-lg font-bold">
          <Icon of={GitCompare} className="shrink-0" />
          <span>{conflict.title}</span>
        </p>
        <p className="mt-1">{clashes.length > 0 ? form.nothingLost : form.nothingLostNoChoice}</p>
      </FocusPanel>
      <BackLink href={back.href}>{back.label}</BackLink>
      <h1 className="mt-1 text-[1.75rem] leading-tight wrap-anywhere lg:text-[1.875rem]">{title}</h1>
      <p className="mt-1 text-ink-muted">{parts.join(form.comma)}</p>
      <form
        {...submission.props}
        className="mt-6 grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1.75fr)_minmax(0,1fr)]"
      >
        <Hidden fields={hidden} />
        <div className="flex flex-col gap-5">
          {clashes.map((clash) => (
            <fieldset key={clash.path} className={CARD}>
              <legend className="float-start w-full">
                <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
                  <span className="font-display text-lg font-bold wrap-anywhere">{labelOf(clash, words)}</span>
                  <span className="inline-flex items-center gap-1.5 rounded-md bg-warn-soft px-2 py-0.5 text-sm font-semibold text-warn">
                    <Icon of={GitCompare} size={14} />
                    {form.bothChanged}
                  </span>
                </span>
              </legend>
              <p className="clear-both text-sm text-ink-muted wrap-anywhere">
                {fill(form.whenOpened, { value: text(clash, clash.opened) })}
              </p>
              <div className="mt-3 grid gap-3 sm:grid-cols-2">
                {(["theirs", "yours"] as const).map((side) => (
                  <label
                    key={side}
                    className="flex min-h-14 cursor-pointer items-start gap-3 rounded-lg border border-line-strong px-4 py-3 has-checked:border-accent-edge has-checked:bg-accent-soft has-checked:shadow-edge"
                  >
                    <input
                      type="radio"
                      required
                      name={choiceName(clash.path)}
                      value={side}
                      onChange={() => setChosen((before) => ({ ...before, [clash.path]: side }))}
                      className="choice mt-0.5 rounded-full"
                    />
                    <span className="min-w-0">
                      <span className="block font-bold whitespace-pre-line wrap-anywhere">
                        {text(clash, clash[side])}
                      </span>
                      <span className="text-sm text-ink-muted">
                        {side === "theirs" ? (by ?? form.anotherManager) : form.you}
                      </span>
                    </span>
                  </label>
                ))}
              </div>
            </fieldset>
          ))}
          {combined.length > 0 && (
            <section aria-labelledby="combined" className={CARD}>
              <h2 id="combined" className="text-base">
                {plural(form.combined, combined.length, locale)}
              </h2>
              <ul className="mt-1 flex flex-col gap-0.5 text-sm text-ink-muted">
                {sides.map((side) => (
                  <li key={side} className="wrap-anywhere">
                    {side}
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
        <div className="flex flex-col gap-3">
          <section aria-labelledby="result" className={CARD}>
            <h2 id="result" className="text-lg">
              {form.result}
            </h2>
            <dl className="mt-1 -mb-2.5 ruled flex flex-col">
              {[...clashes, ...combined].map((one) => (
                <div
                  key={`${labelOf(one, words)} ${"path" in one ? one.path : one.by}`}
                  className="grid grid-cols-2 gap-3 py-2.5"
                >
                  <dt className="text-ink-muted wrap-anywhere">{labelOf(one, words)}</dt>
                  <dd className="figures whitespace-pre-line wrap-anywhere">
                    {"path" in one && chosen[one.path] === undefined ? form.choose : text(one, resultOf(one, values))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
          <Button pending={submission.pending} pendingLabel={form.saving} className="min-h-12 w-full">
            {form.save}
          </Button>
          <a href="?" className={buttonClass("secondary", "w-full")}>
            {by === undefined ? form.keepTheirsUnnamed : fill(form.keepTheirs, { name: by })}
          </a>
          <p className="text-sm text-ink-muted">{form.changedAgain}</p>
        </div>
      </form>
    </>
  );
}

/** Returns "Stalls: Places", or the list and the name of a row that was added. */
function labelOf(one: Clash | Combined, words: FormWords): string {
  const label = ({ label }: { readonly label: string }) => words.fields[label] ?? label;
  const { rows, row } = one;
  if (row === undefined || rows === undefined) return "field" in one ? label(one.field) : "";
  const title = rowTitle(rows, row, words.options, words.form.unnamed);
  if (!("field" in one)) return fill(words.form.inRow, { row: label(rows), label: title });
  return fill(words.form.inRow, { row: title, label: label(one.field) });
}

/** Returns the values of the result that has this field. */
function resultOf(one: Clash | Combined, values: FormValues): FormValues | RowValues {
  if (!("field" in one) || one.row === undefined || one.rows === undefined) return values;
  const rows = values[one.rows.name] as readonly RowValues[];
  return rows.find(({ key }) => key === one.row?.key) ?? values;
}
