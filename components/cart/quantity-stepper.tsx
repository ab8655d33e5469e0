"use client";

import { Minus, Plus, Trash2 } from "lucide";
import { useEffect, useRef, useState } from "react";
import { Hidden } from "#components/forms/hidden.tsx";
import { type Lost, useSubmission } from "#components/forms/use-submission.ts";
import { Button } from "#components/ui/button.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { type FormState, UNTOUCHED } from "#lib/forms/form.ts";

export type ChangeState = FormState<object> & {
  /** What the message says happens by this button: it sends these fields with those of the line. */
  readonly accept?: { readonly label: string; readonly fields: Readonly<Record<string, string | number>> };
};

type QuantityStepperProps = {
  readonly action: (previous: ChangeState, form: FormData) => Promise<ChangeState>;
  /** Fields that name the line. */
  readonly hidden: Readonly<Record<string, string | number>>;
  /** How many are reserved. */
  readonly quantity: number;
  readonly least: number;
  readonly most: number | undefined;
  /** How many more there were when the page was rendered. */
  readonly left: number | undefined;
  readonly labelledBy: string;
  readonly words: {
    readonly more: string;
    readonly fewer: string;
    readonly remove: string;
    readonly atMost: string;
    readonly noneLeft: string;
    readonly changing: string;
    /** The line and the new total, announced after a change. */
    readonly changed: string;
    readonly lost: Readonly<Record<Lost, string>>;
  };
};

/** Quick presses become one request. */
const PRESSES_MS = 350;

const PART =
  "tap inline-flex size-11 items-center justify-center rounded-full hover:bg-sunken aria-disabled:text-ink-faint";

/**
 * The quantity of a line in the cart. Each press shows the new quantity at once, and one request at a time reserves the last
 * one. Without script each button submits the quantity that it leads to.
 */
export function QuantityStepper(props: QuantityStepperProps) {
  const { action, hidden, quantity, least, labelledBy, words } = props;
  const { most = Number.POSITIVE_INFINITY, left = Number.POSITIVE_INFINITY } = props;
  const { state, lost, pending, post, send, props: acceptance } = useSubmission<ChangeState>(action, UNTOUCHED);
  /** What the buyer wants, until it is reserved or refused. */
  const [wanted, setWanted] = useState<number>();
  const [announced, setAnnounced] = useState("");
  const [hasRunOut, setHasRunOut] = useState(false);
  const sent = useRef<number>(undefined);
  const unsent = useRef<() => void>(undefined);

  /** Tickets that were just given back are left, also where the page does not know it yet. */
  const [highest, setHighest] = useState(quantity);
  if (quantity > highest) setHighest(quantity);

  const shown = wanted ?? quantity;
  const inStock = Math.max(quantity + left, highest);
  const isAtMost = shown >= Math.min(most, inStock);
  const fewer = shown <= least ? 0 : shown - 1;
  const isChanging = wanted !== undefined;

  useEffect(() => {
    unsent.current = undefined;
    if (wanted === undefined) return;
    const change = formOf({ ...hidden, quantity: wanted });
    const sendOnLeaving = () => void Promise.resolve(action(UNTOUCHED, change)).catch(() => {});
    if (pending) {
      if (wanted !== sent.current) unsent.current = sendOnLeaving;
      return;
    }
    const wasSent = sent.current !== undefined;
    const isRefused = wasSent && (lost ?? state.message) !== undefined;
    if (isRefused || wanted === (sent.current ?? quantity)) {
      if (wasSent && !isRefused) setAnnounced(words.changed);
      sent.current = undefined;
      setWanted(undefined);
      return;
    }
    const timer = setTimeout(() => {
      sent.current = wanted;
      unsent.current = undefined;
      send(change);
    }, PRESSES_MS);
    unsent.current = sendOnLeaving;
    return () => clearTimeout(timer);
  });

  // A buyer who goes to another page of the shop right after a press still gets what this one showed.
  useEffect(() => () => unsent.current?.(), []);

  return (
    <>
      <form
        action={post}
        onSubmit={(event) => {
          event.preventDefault();
          const { submitter } = event.nativeEvent;
          const next = submitter instanceof HTMLButtonElement ? Number(submitter.value) : shown;
          setHasRunOut(next > inStock);
          setAnnounced(next > most ? words.atMost : next > inStock ? words.noneLeft : "");
          if (next <= Math.min(most, inStock)) setWanted(next);
        }}
        className="col-start-2 row-start-2 justify-self-end lg:row-start-1"
      >
        <Hidden fields={hidden} />
        <fieldset
          aria-labelledby={labelledBy}
          {...(isChanging && { "data-changing": "" })}
          className="flex items-center rounded-full border border-line-strong bg-surface"
        >
          <button
            type="submit"
            name="quantity"
            value={fewer}
            aria-label={fewer === 0 ? words.remove : words.fewer}
            className={PART}
          >
            <Icon of={fewer === 0 ? Trash2 : Minus} size={18} />
          </button>
          <span className={`figures min-w-7 text-center font-semibold ${isChanging ? "text-ink-muted" : ""}`}>
            {shown}
          </span>
          <button
            type="submit"
            name="quantity"
            value={shown + 1}
            aria-label={words.more}
            {...(isAtMost && { "aria-disabled": true })}
            className={PART}
          >
            <Icon of={Plus} size={18} />
          </button>
        </fieldset>
      </form>
      <p role="status" className={hasRunOut ? "col-span-full text-end text-xs text-ink-muted" : "sr-only"}>
        {announced}
      </p>
      <p role="alert" className="col-span-full text-sm font-semibold text-bad empty:hidden">
        {isChanging ? "" : lost === undefined ? state.message : words.lost[lost]}
      </p>
      {!isChanging && lost === undefined && state.accept && (
        <form {...acceptance} className="col-span-full justify-self-end">
          <Hidden fields={{ ...hidden, ...state.accept.fields }} />
          <Button kind="secondary" pending={pending} pendingLabel={words.changing}>
            {state.accept.label}
          </Button>
        </form>
      )}
    </>
  );
}

function formOf(fields: Readonly<Record<string, string | number>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  return form;
}
