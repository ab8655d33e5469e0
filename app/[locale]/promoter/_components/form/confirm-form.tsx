"use client";

import { ArrowRight, CalendarDays, type IconNode, Mail, ShieldCheck, TriangleAlert } from "lucide";
import { ConfirmPage } from "#app/[locale]/promoter/_components/confirm-page.tsx";
import type { ResourceFormProps } from "#app/[locale]/promoter/_components/form/resource-form-props.ts";
import { FormProblem } from "#components/forms/form-problem.tsx";
import { Hidden } from "#components/forms/hidden.tsx";
import type { Submission } from "#components/forms/use-submission.ts";
import { Button } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import type { Confirmation, ResourceState } from "#lib/promoter/forms/state.ts";
import type { FormValues } from "#lib/ticketing/manage/saved.ts";

type ConfirmFormProps = Pick<ResourceFormProps, "title" | "locale" | "words"> & {
  readonly opened: { readonly id: number; readonly values: FormValues };
  readonly values: FormValues;
  readonly confirmation: Confirmation;
  readonly submission: Submission<ResourceState>;
};

const ICONS: Record<keyof Confirmation["affected"], IconNode> = {
  changes: CalendarDays,
  stays: ShieldCheck,
  watch: TriangleAlert,
};

/** Asks before a form is saved that changes what is on sale. The way back leads to the form with all that was typed. */
export function ConfirmForm({ locale, words, opened, values, confirmation, submission }: ConfirmFormProps) {
  const { title, changes, letter, affected, action } = confirmation;
  const { pending } = submission;
  const before = JSON.stringify(opened.values);
  const hidden = { locale, id: opened.id, opened: before, theirs: before, yours: JSON.stringify(values), confirmed: 1 };
  const lines = Object.entries(affected) as (readonly [keyof typeof ICONS, string])[];
  return (
    <>
      <FormProblem
        form={{ ...submission, message: undefined }}
        words={{ title, problem: words.problem, lost: words.lost }}
      />
      <ConfirmPage
        title={title}
        affectedTitle={words.form.affected}
        affected={lines.map(([what, text]) => ({ icon: letter && what === "changes" ? Mail : ICONS[what], text }))}
        change={letter ? <LetterPreview letter={letter} /> : <Changes changes={changes} words={words} />}
      >
        <form {...submission.props} className="flex flex-wrap gap-3">
          <Hidden fields={hidden} />
          <Button pending={pending} pendingLabel={words.form.saving} className="min-h-12 max-sm:w-full">
            {action}
          </Button>
          <Button kind="secondary" name="back" value="1" className="max-sm:w-full">
            {words.form.backToForm}
          </Button>
        </form>
      </ConfirmPage>
    </>
  );
}

type ChangesProps = Pick<Confirmation, "changes"> & Pick<ResourceFormProps, "words">;

function Changes({ changes, words }: ChangesProps) {
  return (
    <dl className="-my-2.5 ruled flex flex-col">
      {changes.map(({ label, before, after }) => (
        <div key={label} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2.5">
          <dt className="wrap-anywhere">
            <bdi>{label}</bdi>
          </dt>
          <dd className="figures flex items-center gap-2">
            <span className="text-ink-muted">{before}</span>
            <Icon of={ArrowRight} size={16} className="text-ink-muted rtl:rotate-180" />
            <span className="sr-only">{words.form.becomes}</span>
            <strong>{after}</strong>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function LetterPreview({ letter: { label, title, text } }: { readonly letter: NonNullable<Confirmation["letter"]> }) {
  return (
    <section aria-label={label}>
      <p className="text-sm text-ink-muted">{label}</p>
      <h2 className="mt-1 text-lg">{title}</h2>
      {text.map((part) => (
        <p key={part} className="mt-2 wrap-anywhere whitespace-pre-line">
          {part}
        </p>
      ))}
    </section>
  );
}
