import type { ComponentProps, ReactNode } from "react";
import { classNames } from "#components/ui/class-names.ts";

export type ButtonKind = "primary" | "secondary" | "quiet";

const SHARED =
  "tap inline-flex items-center justify-center gap-2 rounded-lg px-5 py-3 text-center font-semibold no-underline eased active:scale-[0.98] aria-disabled:active:[scale:1]";

const KINDS: Record<ButtonKind, string> = {
  primary: "border-2 border-accent-edge bg-accent text-accent-on hover:bg-accent-hover",
  secondary:
    "border border-line-strong bg-surface text-ink hover:bg-sunken aria-disabled:bg-sunken aria-disabled:text-ink-faint",
  quiet:
    "text-accent-text underline underline-offset-4 hover:bg-accent-soft hover:text-accent-on-soft aria-disabled:text-ink-faint",
};

/** Returns the classes of a button, also for a link. */
export function buttonClass(kind: ButtonKind = "primary", more?: string): string {
  return classNames(SHARED, KINDS[kind], more);
}

type ButtonProps = ComponentProps<"button"> & {
  readonly kind?: ButtonKind;
  /** The button stays focusable; the form ignores a second press. */
  readonly pending?: boolean;
  readonly pendingLabel?: ReactNode;
};

export function Button({ kind, pending = false, pendingLabel, className, children, ...button }: ButtonProps) {
  return (
    <button
      type="submit"
      {...button}
      {...(pending && { "aria-disabled": true })}
      className={buttonClass(kind, className)}
    >
      {pending ? (
        <>
          <Progress />
          <span>{pendingLabel ?? children}</span>
        </>
      ) : (
        children
      )}
    </button>
  );
}

function Progress() {
  return (
    <span
      aria-hidden="true"
      className="size-4 animate-spin rounded-full border-2 border-current border-r-transparent"
    />
  );
}
