import type { ReactNode } from "react";
import { classNames } from "#components/ui/class-names.ts";

/** The large amount of the bar. It is pale while what it costs with a code or a discount is not known. */
export function BarTotal({
  children,
  isPending = false,
}: {
  readonly children: ReactNode;
  readonly isPending?: boolean;
}) {
  return (
    <span
      className={classNames("font-display text-xl font-bold text-balance", isPending ? "text-ink-muted" : "text-ink")}
    >
      {children}
    </span>
  );
}
