"use client";

import type { Messages } from "next-intl";
import { type ReactNode, useEffect, useEffectEvent, useState } from "react";
import {
  type QuoteInWords,
  REASON_MAX,
  type RefundState,
} from "#app/[locale]/(shop)/sales/[link]/refund/refund-state.ts";
import { EmailField } from "#components/forms/email-field.tsx";
import type { FormProblemWords } from "#components/forms/form-problem.tsx";
import { ProblemForm } from "#components/forms/problem-form.tsx";
import { useActionForm } from "#components/forms/use-action-form.ts";
import { useSubmission } from "#components/forms/use-submission.ts";
import { Button } from "#components/ui/button.tsx";
import { FieldError } from "#components/ui/field.tsx";
import { inputClass, Labelled } from "#components/ui/labelled.tsx";
import { UNTOUCHED } from "#lib/forms/form.ts";
import { fill } from "#lib/i18n/words.ts";
import { formatMoney, type Money } from "#lib/ticketing/model/money.ts";

type TicketChoice = {
  readonly id: number;
  readonly label: ReactNode;
  /** The amount that is refunded for it; absent if the organiser decides. */
  readonly amount?: Money;
  /** What was paid for it, the most that can be refunded. */
  readonly paid: Money | undefined;
};

type RefundFormProps = {
  readonly id: "refund" | "request";
  readonly action: (previous: RefundState, form: FormData) => Promise<RefundState>;
  readonly hidden: Readonly<Record<string, string>>;
  /** The page's title, in the form that is first on it. */
  readonly title: ReactNode;
  readonly groups: readonly {
    readonly key: string;
    readonly heading: ReactNode;
    readonly tickets: readonly TicketChoice[];
  }[];
  readonly locale: string;
  /** How a saving was shared by the tickets, where there was one. */
  readonly share: string | undefined;
  /** What all tickets give back, where some of them do not give back the sum of their amounts: then the action says first what. */
  readonly quotedWhole: string | undefined;
  readonly words: Messages["Refund"] & FormProblemWords & { readonly heading: string; readonly text: string };
};

/**
 * Tickets to choose, the Buyer's email, and a button with the amount. The form works without a script, then without the amount; where
 * the amount must be seen, a first press shows it.
 */
export function RefundForm({ id, action, hidden, title, groups, locale, share, quotedWhole, words }: RefundFormProps) {
  const isQuoted = quotedWhole !== undefined;
  const firstTicket = groups[0]?.tickets[0]?.id;
  const form = useActionForm({
    submission: useSubmission<RefundState>(action, UNTOUCHED),
    loadSchema: async () => {
      const { refundSchema } = await import("#app/[locale]/(shop)/sales/[link]/refund/refund-schema.ts");
      return refundSchema(id, words);
    },
    idOf: (name) => (name === "ticket" ? `ticket-${firstTicket}` : `${id}-${name}`),
  });
  const { state, pending } = form;
  const reason = form.field("reason");
  const [chosen, setChosen] = useState<readonly number[]>(state.chosen ?? []);
  const [latestQuote, setLatestQuote] = useState<QuoteInWords>();
  const sum = sumOf(groups.flatMap(({ tickets }) => tickets.filter((one) => chosen.includes(one.id))));
  const quote = [latestQuote, state.quote].find((one) => one !== undefined && isSame(one.ids, chosen));
  const amount = isQuoted ? quote?.amount : sum && formatMoney(sum, locale);
  // A quote without an amount is a request to the organiser.
  const isAsked = quote !== undefined && amount === undefined;
  const unseen = isAsked ? words.sendRequest : words.see;
  const unsaid = isQuoted ? unseen : words.send;

  function choose(form: FormData): void {
    const ids = form.getAll("ticket").map(Number);
    if (isSame(ids, chosen)) return;
    setChosen(ids);
    if (!isQuoted || ids.length === 0) return;
    form.set("seen", "");
    // Where this gets no answer, a press of the button does.
    void action(state, form).then(
      ({ quote }) => setLatestQuote(quote),
      () => {},
    );
  }

  // A choice made before hydration triggered no event handler.
  const readChoice = useEffectEvent(() => choose(form.formData()));
  useEffect(() => {
    readChoice();
  }, []);

  return (
    <section aria-labelledby={id}>
      <ProblemForm
        form={form}
        words={words}
        heading={
          <>
            {title}
            <div className={title ? "mt-5" : undefined}>
              <h2 id={id} className="text-2xl">
                {words.heading}
              </h2>
              <p className="mt-1 text-pretty text-ink-muted">{words.text}</p>
            </div>
          </>
        }
        hidden={{
          ...hidden,
          ...(state.formKey && { formKey: state.formKey }),
          ...(isQuoted && { seen: quote?.seen ?? "" }),
        }}
        onChange={(event) => choose(new FormData(event.currentTarget))}
        className="mt-5 flex flex-col gap-6"
      >
        <fieldset aria-describedby={`ticket-${firstTicket}-error`} className="flex flex-col gap-4">
          <legend className="mb-3 font-semibold">{words.choose}</legend>
          <FieldError id={`ticket-${firstTicket}`} error={form.errorOf("ticket")} />
          {share && <p className="text-sm text-pretty text-ink-muted">{share}</p>}
          {groups.map(({ key, heading, tickets }) => (
            <div key={key} className="overflow-hidden rounded-xl border border-line bg-surface">
              <div className="bg-sunken px-4 py-3">{heading}</div>
              {tickets.map(({ id: ticketId, label, amount, paid }) => (
                <label
                  key={ticketId}
                  htmlFor={`ticket-${ticketId}`}
                  className="flex items-start gap-3 border-t border-line px-4 py-3 has-checked:bg-accent-soft"
                >
                  <input
                    {...form.register("ticket")}
                    type="checkbox"
                    id={`ticket-${ticketId}`}
                    value={ticketId}
                    defaultChecked={state.chosen?.includes(ticketId)}
                    className="choice rounded-xs"
                  />
                  <span className="grow">{label}</span>
                  <span className="figures max-w-2/5 shrink-0 text-end">
                    {amount && <span>{formatMoney(amount, locale)}</span>}
                    {paid && paid.minor !== amount?.minor && (
                      <span className="block text-sm text-ink-muted">
                        {fill(amount ? words.ofPaid : words.upTo, { amount: formatMoney(paid, locale) })}
                      </span>
                    )}
                  </span>
                </label>
              ))}
            </div>
          ))}
        </fieldset>
        {id === "request" && (
          <Labelled label={words.reason} id={reason.id} error={reason.error}>
            <textarea
              {...form.register("reason")}
              id={reason.id}
              rows={4}
              maxLength={REASON_MAX}
              defaultValue={reason.defaultValue}
              aria-invalid={reason.error !== undefined}
              {...(reason.error !== undefined && { "aria-describedby": `${reason.id}-error` })}
              className={inputClass(reason.error)}
            />
          </Labelled>
        )}
        <EmailField {...form.field("email")} label={words.email} hint={words.emailHint} />
        {isQuoted && (
          <div role="status" className="flex flex-col gap-1 text-pretty">
            {quote?.lines.map((text) => (
              <p key={text} className="first:font-semibold">
                {text}
              </p>
            ))}
            {quote && quote.lines.length > 1 && <p>{quotedWhole}</p>}
          </div>
        )}
        <Button pending={pending} pendingLabel={isAsked ? words.sendingRequest : words.sending}>
          {amount ? fill(words.sendAmount, { amount }) : unsaid}
        </Button>
      </ProblemForm>
    </section>
  );
}

function isSame(ids: readonly number[], others: readonly number[]): boolean {
  return ids.join() === others.join();
}

function sumOf(tickets: readonly TicketChoice[]): Money | undefined {
  const amounts = tickets.flatMap(({ amount }) => amount ?? []);
  const [first] = amounts;
  return first && { ...first, minor: amounts.reduce((sum, { minor }) => sum + minor, 0) };
}
