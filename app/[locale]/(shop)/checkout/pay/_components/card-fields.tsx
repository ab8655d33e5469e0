"use client";

import type { Messages } from "next-intl";
import { type ChangeEvent, type FocusEvent, useState } from "react";
import type { ActionForm } from "#components/forms/use-action-form.ts";
import { Field } from "#components/ui/field.tsx";
import {
  type CardBrand,
  cardBrand,
  cardDigits,
  codeLength,
  formatExpiry,
  groupDigits,
  parseExpiry,
} from "#lib/checkout/card.ts";
import type { CardField } from "#lib/checkout/card-schema.ts";
import { CardChip } from "./accepted-cards.tsx";

type CardFieldsProps = {
  readonly form: Pick<ActionForm<CardField>, "field" | "errorOf" | "setValue" | "watch">;
  readonly buyerName: string;
  /** After a refusal, which empties the security code. */
  readonly asksCodeAgain: boolean;
  readonly words: Messages["Pay"];
};

/** The four inputs of a card. They are uncontrolled: the digits are in the inputs and in the form that is sent. */
export function CardFields({ form, buyerName, asksCodeAgain, words }: CardFieldsProps) {
  const { field, errorOf, setValue, watch } = form;
  const [codeDigits, setCodeDigits] = useState<3 | 4>(3);
  const [kind, setKind] = useState<CardBrand>();
  const number = field("number");
  const expiry = field("expiry");

  function onNumber(event: ChangeEvent<HTMLInputElement>) {
    const input = event.target;
    const digits = cardDigits(input.value);
    const isAtEnd = input.selectionEnd === input.value.length;
    // Digits are grouped only while they are typed at the end: a correction in the middle keeps its caret.
    if (isAtEnd && !isDeleting(event) && /^\d+$/.test(digits)) input.value = groupDigits(digits);
    setCodeDigits(codeLength(digits));
    setKind(cardBrand(digits));
    number.onChange(event);
  }

  /** The button is gone afterwards, so the focus goes to the field. */
  function useName() {
    setValue("name", buyerName, { shouldValidate: errorOf("name") !== undefined });
    document.getElementById("name")?.focus();
  }

  return (
    <div className="flex flex-col gap-4">
      <Field
        {...number}
        onChange={onNumber}
        onBlur={(event: FocusEvent<HTMLInputElement>) => {
          const digits = cardDigits(event.target.value);
          if (/^\d+$/.test(digits)) setValue("number", groupDigits(digits));
          number.onBlur(event);
        }}
        label={words.number}
        inputMode="numeric"
        autoComplete="cc-number"
        spellCheck={false}
        after={kind && <CardChip brand={kind} tone="ok" />}
      />
      <div className="grid grid-cols-2 gap-3">
        <Field
          {...expiry}
          onBlur={(event: FocusEvent<HTMLInputElement>) => {
            const read = parseExpiry(event.target.value);
            if (read) setValue("expiry", formatExpiry(read));
            expiry.onBlur(event);
          }}
          label={words.expiry}
          hint={words.expiryHint}
          inputMode="numeric"
          autoComplete="cc-exp"
        />
        <Field
          {...field("code")}
          label={words.code}
          hint={asksCodeAgain ? words.codeAgain : codeDigits === 4 ? words.codeFour : words.codeThree}
          inputMode="numeric"
          autoComplete="cc-csc"
          maxLength={4}
        />
      </div>
      <div className="flex flex-col items-start gap-1">
        <Field
          {...field("name")}
          label={words.name}
          autoComplete="cc-name"
          autoCapitalize="words"
          spellCheck={false}
          enterKeyHint="go"
          className="w-full"
        />
        {watch("name")?.trim() !== buyerName && (
          <button type="button" onClick={useName} className="tap text-sm text-accent-text underline underline-offset-4">
            {words.useName}
          </button>
        )}
      </div>
    </div>
  );
}

function isDeleting({ nativeEvent }: ChangeEvent<HTMLInputElement>): boolean {
  return nativeEvent instanceof InputEvent && nativeEvent.inputType.startsWith("delete");
}
