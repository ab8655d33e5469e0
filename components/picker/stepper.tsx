"use client";

import { Minus, Plus } from "lucide";
import { useState } from "react";
import { Icon } from "#components/ui/icon.tsx";
import { useIsLive } from "#components/use-is-live.ts";
import type { PickerWords } from "#lib/catalogue/picker/picker-words.ts";
import { fill } from "#lib/i18n/words.ts";

type StepperProps = {
  readonly ticketTypeId: number;
  readonly name: string;
  readonly quantity: number;
  readonly most: number;
  readonly words: PickerWords;
  readonly onMore: () => void;
  readonly onFewer: () => void;
  /** A number was typed; `isDone` when the field is left. */
  readonly onType: (quantity: number, isDone: boolean) => void;
};

const ROUND =
  "tap inline-flex size-11 items-center justify-center rounded-full border-2 transition-transform duration-150 ease-out active:scale-95 aria-disabled:active:scale-100";

const DIGITS_MAX = 3;

/**
 * A quantity that can be typed, also before the page is hydrated, between plus and minus buttons, which appear once they work. At
 * a limit a button stays focusable, and the picker announces the reason.
 */
export function Stepper({ ticketTypeId, name, quantity, most, words, onMore, onFewer, onType }: StepperProps) {
  const isLive = useIsLive();
  const [isEmptied, setEmptied] = useState(false);
  const shown = isLive ? "" : " invisible";
  return (
    <div className="flex shrink-0 items-center">
      <button
        type="button"
        aria-label={fill(words.fewer, { name })}
        aria-disabled={quantity === 0}
        onClick={onFewer}
        className={`${ROUND}${shown} border-line-strong bg-surface text-ink hover:bg-sunken aria-disabled:border-line aria-disabled:bg-sunken aria-disabled:text-ink-faint`}
      >
        <Icon of={Minus} strokeWidth={2.25} size={20} />
      </button>
      <input
        name={`qty.${ticketTypeId}`}
        aria-label={fill(words.quantity, { name })}
        inputMode="numeric"
        maxLength={DIGITS_MAX}
        value={isEmptied ? "" : quantity}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ target }) => {
          const digits = target.value.replace(/\D/g, "");
          setEmptied(digits === "");
          onType(Number(digits), false);
        }}
        onKeyDown={({ key }) => {
          // The form is sent next.
          if (key === "Enter") onType(quantity, true);
        }}
        onBlur={() => {
          setEmptied(false);
          onType(quantity, true);
        }}
        className="figures tap w-11 rounded-md bg-transparent text-center text-lg font-bold"
      />
      <button
        type="button"
        aria-label={fill(words.more, { name })}
        aria-disabled={quantity >= most}
        onClick={onMore}
        className={`${ROUND}${shown} border-accent-edge bg-accent text-accent-on hover:bg-accent-hover aria-disabled:border-line-strong aria-disabled:bg-sunken aria-disabled:text-ink-faint`}
      >
        <Icon of={Plus} strokeWidth={2.25} size={20} />
      </button>
    </div>
  );
}
