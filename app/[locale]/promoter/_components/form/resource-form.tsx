"use client";

import { Fragment, type ReactNode } from "react";
import { ConfirmForm } from "#app/[locale]/promoter/_components/form/confirm-form.tsx";
import { ConflictForm } from "#app/[locale]/promoter/_components/form/conflict-form.tsx";
import { ResourceField } from "#app/[locale]/promoter/_components/form/resource-field.tsx";
import type { FormWords, ResourceFormProps } from "#app/[locale]/promoter/_components/form/resource-form-props.ts";
import { ResourceRows } from "#app/[locale]/promoter/_components/form/resource-rows.tsx";
import { SaveBar } from "#app/[locale]/promoter/_components/form/save-bar.tsx";
import { useResourceForm } from "#app/[locale]/promoter/_components/form/use-resource-form.ts";
import { FormProblem } from "#components/forms/form-problem.tsx";
import { Hidden } from "#components/forms/hidden.tsx";
import { type Submission, useSubmission } from "#components/forms/use-submission.ts";
import { BackLink } from "#components/ui/back-link.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { FocusPanel } from "#components/ui/focus-panel.tsx";
import { UNTOUCHED } from "#lib/forms/form.ts";
import { fill } from "#lib/i18n/words.ts";
import type { ResourceState } from "#lib/promoter/forms/state.ts";
import type { FormField } from "#lib/ticketing/manage/form-fields.ts";

/** A form of declared fields. Where another manager has changed the same meanwhile, it becomes the choice between both. */
export function ResourceForm(props: ResourceFormProps) {
  const submission = useSubmission<ResourceState>(props.action, UNTOUCHED);
  const { conflict, confirmation, opened = props.opened, values = props.values } = submission.state;
  if (conflict !== undefined && opened !== undefined) {
    return (
      <ConflictForm
        key={submission.state.answeredAt}
        {...props}
        opened={opened}
        conflict={conflict}
        submission={submission}
      />
    );
  }
  if (confirmation !== undefined && opened !== undefined) {
    return (
      <ConfirmForm {...props} opened={opened} values={values} confirmation={confirmation} submission={submission} />
    );
  }
  // What was saved in part has ids: the inputs are made anew.
  return (
    <Form
      key={JSON.stringify(opened?.values)}
      {...props}
      {...(opened && { opened })}
      values={values}
      submission={submission}
    />
  );
}

function Form(props: ResourceFormProps & { readonly submission: Submission<ResourceState> }) {
  const { fields, opened, values, title, text, back, locale, heading, beside, words, submission } = props;
  const form = useResourceForm({ fields, values, submission, reasons: words.reasons });
  const openErrors = form.openErrors.map(({ field, message }) => ({
    field,
    message: fill(words.form.inRow, { row: labelOf(fields, field, words), label: message }),
  }));
  const message =
    form.message !== undefined && submission.state.isSessionEnded ? (
      <>
        {form.message}{" "}
        <a href={`/${locale}/promoter/sign-in?again=1`} target="_blank" rel="noopener" className="underline">
          {words.form.signInElsewhere}
        </a>
      </>
    ) : (
      form.message
    );
  const isSaved = props.isSaved && submission.state.answeredAt === 0 && form.openErrors.length === 0;
  return (
    <div className={beside === undefined ? "max-w-3xl" : undefined}>
      <FormProblem
        form={{ ...form, openErrors, message }}
        words={{ title, problem: words.problem, lost: words.lost }}
      />
      {isSaved && (
        <FocusPanel tone="ok" role="status" className="mb-6 py-3 font-semibold">
          {words.form.saved}
        </FocusPanel>
      )}
      {heading ?? (
        <>
          <BackLink href={back.href}>{back.label}</BackLink>
          <h1 className="mt-1 text-[1.75rem] leading-tight wrap-anywhere lg:text-[1.875rem]">{title}</h1>
        </>
      )}
      {text !== undefined && <p className="mt-1 text-ink-muted">{text}</p>}
      <form {...form.props} className="mt-6 flex flex-col gap-8">
        {/* The first button of a form is the one that the enter key presses. */}
        <button type="submit" tabIndex={-1} aria-hidden="true" className="sr-only">
          {words.form.save}
        </button>
        <Hidden fields={{ locale, ...(opened && { id: opened.id, opened: JSON.stringify(opened.values) }) }} />
        <div className={beside === undefined ? "grid gap-5" : BESIDE}>
          {groupsOf(fields).map(({ heading: group, fields }, at) => (
            <Fragment key={fields[0]?.name}>
              <Group heading={group && (words.fields[group] ?? group)}>
                {fields.map((field) => (
                  <div
                    key={field.name}
                    className={classNames("contents", field.onlyWith && HIDDEN_WITHOUT[field.onlyWith])}
                  >
                    {field.kind === "rows" ? (
                      <ResourceRows field={field} values={values} form={form} words={words} />
                    ) : (
                      <ResourceField
                        field={field}
                        name={field.name}
                        values={values}
                        allValues={values}
                        form={form}
                        words={words}
                      />
                    )}
                  </div>
                ))}
              </Group>
              {at === 0 && beside !== undefined && (
                <div className="grid gap-5 lg:col-start-2 lg:row-span-2 lg:row-start-1">{beside}</div>
              )}
            </Fragment>
          ))}
        </div>
        <SaveBar pending={form.pending} back={back.href} words={words.form} />
      </form>
    </div>
  );
}

/** Without script too. A field with an error is shown all the same. */
const HIDDEN_WITHOUT = {
  SCAN: "[form:not(:has([value=SCAN]:checked))_&:not(:has([aria-invalid=true]))]:hidden",
  SCAN_SOME:
    "[form:not(:has([value=SCAN]:checked):has([value=SOME]:checked))_&:not(:has([aria-invalid=true],[id$=-error]))]:hidden",
};

const BESIDE = "grid grid-cols-[minmax(0,1fr)] items-start gap-5 lg:grid-cols-[minmax(0,1.45fr)_minmax(0,1fr)]";

/** Returns the fields in the groups that they begin. */
function groupsOf(fields: readonly FormField[]) {
  const groups: { readonly heading: string | undefined; readonly fields: FormField[] }[] = [];
  for (const field of fields) {
    const last = groups.at(-1);
    if (last === undefined || field.group !== undefined) groups.push({ heading: field.group, fields: [field] });
    else last.fields.push(field);
  }
  return groups;
}

/** Fields side by side, where there is room; in a card of their own below their heading. */
function Group({ heading, children }: { readonly heading: string | undefined; readonly children: ReactNode }) {
  const grid = "grid lg:col-start-1 gap-x-4 gap-y-6 sm:grid-cols-6";
  if (heading === undefined) return <div className={grid}>{children}</div>;
  return (
    <section className={classNames(grid, "rounded-2xl border border-line bg-surface p-5 shadow-raise sm:p-6")}>
      <h2 className="text-xl sm:col-span-6">{heading}</h2>
      {children}
    </section>
  );
}

/** Returns the label of an input, in a row without the row's name. */
function labelOf(fields: readonly FormField[], name: string, words: FormWords): string {
  const [list, , ...leaf] = name.split(".");
  const rows = fields.find((field) => field.kind === "rows" && field.name === list);
  const all = rows?.kind === "rows" && leaf.length > 0 ? rows.fields : fields;
  const field = all.find((one) => one.name === (all === fields ? name : leaf.join(".")));
  return words.fields[field?.label ?? ""] ?? name;
}
