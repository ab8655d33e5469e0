"use client";

import { Lock } from "lucide";
import { type ReactNode, useEffect, useMemo } from "react";
import { ConnectionProblem, type ConnectionWords } from "#components/forms/connection-problem.tsx";
import { useCheckedForm } from "#components/forms/use-checked-form.ts";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Button } from "#components/ui/button.tsx";
import { ErrorSummary } from "#components/ui/error-summary.tsx";
import { FocusPanel } from "#components/ui/focus-panel.tsx";
import { Icon } from "#components/ui/icon.tsx";
import type { CardBrand } from "#lib/domain/payment/card-brand.ts";
import { CARD_FIELDS, type CardErrorWords, cardSchema } from "#lib/forms/card-schema.ts";
import { UNTOUCHED } from "#lib/forms/form-state.ts";
import type { PayAction, PayState } from "../pay-state.ts";
import { AcceptedCards } from "./accepted-cards.tsx";
import { CardFields, type CardFieldWords } from "./card-fields.tsx";

export type CardFormWords = CardFieldWords & {
  readonly [Word in "title" | "problem" | "card" | "accepted" | "pay" | "paying"]: string;
} & { readonly error: CardErrorWords; readonly lost: ConnectionWords };

type CardFormProps = {
  readonly action: PayAction;
  readonly hidden: Readonly<Record<string, string>>;
  readonly buyerName: string;
  /** How the last try ended, for whoever comes back to the page. */
  readonly before: string | undefined;
  readonly words: CardFormWords;
  readonly heading: ReactNode;
  readonly review: ReactNode;
  readonly essentials: ReactNode;
  /** Below the button: the conditions, help and the way back. */
  readonly foot: ReactNode;
  readonly accepted: readonly CardBrand[];
  /** Below a lost connection: a link to the page that knows whether it was paid. */
  readonly checkLink: ReactNode;
};

const LEAVING = ["number", "expiry"] as const;
const NEVER_SENT: PayState = UNTOUCHED;

/**
 * The card is sent as a form and never as an object, and by `onSubmit`: so the digits stay in the fields after a
 * decline, and the server need not say them back.
 */
export function CardForm(props: CardFormProps) {
  const { action, hidden, buyerName, before, words, heading, review, essentials, foot, accepted, checkLink } = props;
  const { state, lost, turn, pending, post, send } = useSubmission(action, NEVER_SENT);
  const schema = useMemo(() => cardSchema(words.error, new Date()), [words.error]);
  const form = useCheckedForm({ schema, names: CARD_FIELDS, checkedOnLeaving: LEAVING, answered: state, send });
  const { listed, summaryTurn, onSubmit, setValue } = form;

  // After a refusal the code is asked for again; everything else stays as it was typed.
  const { message } = state;
  useEffect(() => {
    if (turn > 0 && message !== undefined) setValue("code", "");
  }, [turn, message, setValue]);

  const isFresh = turn === 0;
  const refused = message ?? (isFresh ? before : undefined);

  return (
    <div className="grid gap-x-10 gap-y-4 lg:grid-cols-[minmax(0,1fr)_25rem]">
      <div className="lg:col-start-1">
        <ConnectionProblem lost={lost} turn={turn} words={words.lost}>
          {checkLink}
        </ConnectionProblem>
        {listed.length > 0 && (
          <ErrorSummary title={words.problem} errors={listed} turn={turn + summaryTurn} pageTitle={words.title} />
        )}
        {listed.length === 0 && lost === undefined && refused !== undefined && (
          <FocusPanel tone="bad" role="alert" turn={turn} className="mb-8 font-semibold">
            {message !== undefined && <title>{`Error: ${words.title}`}</title>}
            {refused}
          </FocusPanel>
        )}
        {heading}
      </div>
      <div className="lg:col-start-2 lg:row-span-2 lg:row-start-1">{review}</div>
      <form
        action={post}
        onSubmit={onSubmit}
        noValidate
        aria-busy={pending}
        className="flex flex-col gap-5 lg:col-start-1"
      >
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <fieldset className="rounded-xl border border-line bg-surface p-4 shadow-raise sm:p-6">
          <legend className="sr-only">{words.card}</legend>
          <AcceptedCards title={words.card} label={words.accepted} accepted={accepted} />
          <CardFields {...form} buyerName={buyerName} words={words} />
        </fieldset>
        {essentials}
        <Button pending={pending} pendingLabel={words.paying} className="min-h-14 w-full text-lg">
          <Icon of={Lock} className="size-5" />
          {words.pay}
        </Button>
        {foot}
      </form>
    </div>
  );
}
