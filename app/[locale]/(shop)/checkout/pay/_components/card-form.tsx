"use client";

import { Lock } from "lucide";
import type { Messages } from "next-intl";
import { type ReactNode, useEffect } from "react";
import { ErrorTitle } from "#components/forms/error-title.tsx";
import { FormFrame } from "#components/forms/form-frame.tsx";
import type { FormProblemWords } from "#components/forms/form-problem.tsx";
import { useActionForm } from "#components/forms/use-action-form.ts";
import { useSubmission } from "#components/forms/use-submission.ts";
import { FocusPanel } from "#components/ui/focus-panel.tsx";
import { Icon } from "#components/ui/icon.tsx";
import type { CardBrand } from "#lib/checkout/card.ts";
import { UNTOUCHED } from "#lib/forms/form.ts";
import type { Attempt } from "#lib/purchase/attempt.ts";
import type { PayAction, PayState } from "../pay-state.ts";
import { AcceptedCards } from "./accepted-cards.tsx";
import { CardFields } from "./card-fields.tsx";

type CardFormProps = {
  /** False when a voucher pays everything: the form then has only its button. */
  readonly needsCard: boolean;
  readonly action: PayAction;
  readonly hidden: Readonly<Record<string, string>>;
  readonly buyerName: string;
  /** How the last attempt to pay ended, when the buyer returns to the page. */
  readonly before: Attempt["state"] | undefined;
  readonly words: Messages["Pay"] & FormProblemWords;
  readonly heading: ReactNode;
  readonly opening: ReactNode;
  readonly review: ReactNode;
  /** At the end of the form: whom the buyer pays, and what is refunded. */
  readonly trust: ReactNode;
  /** Below the button: the conditions, help and the way back. */
  readonly foot: ReactNode;
  readonly accepted: readonly CardBrand[];
  /** Below a connection problem: a link to the page that shows whether it was paid. */
  readonly checkLink: ReactNode;
};

const CHECKED_ON_BLUR = ["number", "expiry"] as const;
const NEVER_SENT: PayState = UNTOUCHED;

/**
 * The card is sent as a form and never as an object. A submit by script keeps the digits in the inputs after a decline,
 * so the server does not return them.
 */
export function CardForm(props: CardFormProps) {
  const {
    needsCard,
    action,
    hidden,
    buyerName,
    before,
    words,
    heading,
    opening,
    review,
    trust,
    foot,
    accepted,
    checkLink,
  } = props;
  const form = useActionForm({
    submission: useSubmission(action, NEVER_SENT),
    loadSchema: async () => {
      const { cardSchema, noFields } = await import("#lib/checkout/card-schema.ts");
      return needsCard ? cardSchema(words.error, new Date()) : noFields;
    },
    checkedOnBlur: CHECKED_ON_BLUR,
  });
  const { state, lost, message, announcement, setValue } = form;
  // An answer to the card is out of date while a voucher pays everything.
  const isAboutCard = message !== undefined && state.isDeclined === true;
  const isDeclined = needsCard && (announcement === 0 ? before === "refused" : isAboutCard && lost === undefined);

  // A refusal empties the security code; everything else stays as it was typed.
  useEffect(() => {
    if (announcement > 0 && message !== undefined) setValue("code", "");
  }, [announcement, message, setValue]);

  return (
    <FormFrame
      form={{
        ...form,
        openErrors: needsCard ? form.openErrors : [],
        message: isAboutCard ? undefined : message,
      }}
      words={words}
      hidden={hidden}
      notice={
        announcement === 0 &&
        before === "not_charged" && (
          <FocusPanel tone="bad" role="alert" className="mb-8">
            <ErrorTitle>{words.title}</ErrorTitle>
            <h2 className="text-lg">{words.notChargedTitle}</h2>
            <p className="mt-1.5">{words.notChargedText}</p>
          </FocusPanel>
        )
      }
      connectionHelp={checkLink}
      heading={heading}
      opening={opening}
      review={review}
      button={{
        label: (
          <>
            <Icon of={Lock} className="size-5" />
            <span>{words.pay}</span>
          </>
        ),
        pendingLabel: words.paying,
        className: "reserved-only",
      }}
      foot={foot}
      whilePending={[words.stay, words.stillPaying, words.noAnswerYet]}
    >
      {isDeclined && (
        <FocusPanel tone="bad" role="alert" announcement={announcement}>
          <ErrorTitle>{words.title}</ErrorTitle>
          <h2 className="text-lg">{words.declined}</h2>
          <p className="mt-1.5">{words.refusal.card_refused}</p>
        </FocusPanel>
      )}
      {/* While a voucher pays everything a typed card is not sent. It is still there when the voucher is removed. */}
      <fieldset
        hidden={!needsCard}
        disabled={!needsCard}
        className="reserved-only min-w-0 rounded-xl border border-line bg-surface p-4 shadow-raise sm:p-6"
      >
        <legend className="sr-only">{words.card}</legend>
        <AcceptedCards title={words.card} label={words.accepted} accepted={accepted} />
        <CardFields
          form={form}
          buyerName={buyerName}
          asksCodeAgain={announcement > 0 && state.message !== undefined}
          words={words}
        />
      </fieldset>
      {trust}
    </FormFrame>
  );
}
