"use client";

import type { Messages } from "next-intl";
import type { ReactNode } from "react";
import { EmailField } from "#components/forms/email-field.tsx";
import type { FormProblemWords } from "#components/forms/form-problem.tsx";
import { ProblemForm } from "#components/forms/problem-form.tsx";
import { useActionForm } from "#components/forms/use-action-form.ts";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Button } from "#components/ui/button.tsx";
import { FocusPanel } from "#components/ui/focus-panel.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { QuantityField } from "#components/ui/quantity-field.tsx";
import { SelectField } from "#components/ui/select-field.tsx";
import { UNTOUCHED } from "#lib/forms/form.ts";
import { quantitiesOn, type WaitingList } from "#lib/ticketing/model/waiting-list.ts";
import { ANY_DATE, firstDate, type JoinState } from "../join-state.ts";

type JoinFormProps = {
  readonly action: (previous: JoinState, form: FormData) => Promise<JoinState>;
  readonly hidden: Readonly<Record<string, string>>;
  /** Above the form, until it was sent. */
  readonly heading: ReactNode;
  /** The sold-out dates, if the event has several dates. */
  readonly dates: readonly { readonly id: number; readonly name: string }[];
  /** Whether every date is sold out: the visitor can then wait for any of them. */
  readonly isForAnyDate: boolean;
  /** The numbers of tickets that an offer could have. */
  readonly possible: Pick<WaitingList, "quantities" | "dates">;
  /** How the list works, and how many are ahead. */
  readonly rules: string;
  readonly words: Messages["WaitingList"] & FormProblemWords;
};

const QUANTITY = 2;

/** The form to join a waiting list. It works without script. */
export function JoinForm({ action, hidden, heading, dates, isForAnyDate, possible, rules, words }: JoinFormProps) {
  const form = useActionForm({
    submission: useSubmission<JoinState>(action, UNTOUCHED),
    loadSchema: async () => (await import("../join-schema.ts")).joinSchema(words),
  });
  const { values, sentTo } = form.state;
  const first = firstDate(dates, isForAnyDate);
  // Before the script runs the numbers cannot follow the date: all are offered, and the service refuses what does not fit.
  const date = Number(form.watch("date"));
  const quantities = date > 0 ? quantitiesOn(possible, date) : possible.quantities;
  if (sentTo !== undefined) {
    return (
      <FocusPanel
        tone="plain"
        role="status"
        announcement={form.announcement}
        className="flex flex-col gap-2 shadow-raise"
      >
        <h2 className="text-xl">{words.sent}</h2>
        <div>
          <p>{words.sentTo}</p>
          {/* On a line of its own an address is not broken at a hyphen. */}
          <p className="font-semibold wrap-anywhere">
            <bdi>{sentTo}</bdi>
          </p>
        </div>
        <p>{words.sentText}</p>
        <p className="text-sm text-ink-muted">{words.again}</p>
        <a
          href={`/${hidden.locale}/events/${hidden.event}/waiting-list`}
          className="tap inline-flex items-center self-start underline underline-offset-4"
        >
          {words.otherAddress}
        </a>
      </FocusPanel>
    );
  }
  return (
    <Panel className="shadow-raise">
      <ProblemForm
        form={form}
        words={words}
        hidden={hidden}
        heading={<div className="pb-5">{heading}</div>}
        className="flex flex-col gap-4"
      >
        <EmailField {...form.field("email")} label={words.email} />
        {dates.length > 0 && (
          <SelectField {...form.field("date")} label={words.date} defaultValue={values?.date ?? first}>
            {isForAnyDate && <option value={ANY_DATE}>{words.anyDate}</option>}
            {first === "" && <option value="">{words.chooseDate}</option>}
            {dates.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </SelectField>
        )}
        <QuantityField
          label={words.quantity}
          name="quantity"
          quantities={quantities}
          chosen={Number(values?.quantity ?? quantities.find((one) => one >= QUANTITY) ?? quantities[0])}
        />
        <Button pending={form.pending} pendingLabel={words.joining}>
          {words.join}
        </Button>
        <p className="text-sm text-pretty text-ink-muted">{rules}</p>
      </ProblemForm>
    </Panel>
  );
}
