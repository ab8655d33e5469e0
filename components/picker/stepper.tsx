"use client";

import { Minus, Plus } from "lucide";
import { Icon } from "#components/ui/icon.tsx";
import type { PickerWords } from "#lib/picker/picker-words.ts";
import { fill } from "#lib/text/words.ts";
import { stepName } from "./kept-presses.ts";

export type StepperProps = {
  readonly ticketTypeId: number;
  readonly name: string;
  readonly quantity: number;
  readonly canGrow: boolean;
  readonly words: PickerWords;
  readonly onMore: () => void;
  readonly onFewer: () => void;
};

const ROUND =
  "tap inline-flex size-11 items-center justify-center rounded-full border-2 transition-transform duration-150 ease-out active:scale-95 aria-disabled:active:scale-100";

/** Plus and minus buttons. At a limit a button stays focusable, and the picker announces the reason. */
export function Stepper({ ticketTypeId, name, quantity, canGrow, words, onMore, onFewer }: StepperProps) {
  return (
    <div className="flex shrink-0 items-center">
      <button
        type="button"
        name={stepName(ticketTypeId)}
        value={-1}
        aria-label={fill(words.fewer, { name })}
        aria-disabled={quantity === 0}
        onClick={onFewer}
        className={`${ROUND} border-line-strong bg-surface text-ink hover:bg-sunken aria-disabled:border-line aria-disabled:bg-sunken aria-disabled:text-ink-faint`}
      >
        <Icon of={Minus} strokeWidth={2.25} size={20} />
      </button>
      <span className="figures min-w-9 text-center text-lg font-bold">{quantity}</span>
      <button
        type="button"
        name={stepName(ticketTypeId)}
        value={1}
        aria-label={fill(words.more, { name })}
        aria-disabled={!canGrow}
        onClick={onMore}
        className={`${ROUND} border-accent-edge bg-accent text-accent-on hover:bg-accent-hover aria-disabled:border-line-strong aria-disabled:bg-sunken aria-disabled:text-ink-faint`}
      >
        <Icon of={Plus} strokeWidth={2.25} size={20} />
      </button>
    </div>
  );
}
