import type { ReactNode } from "react";
import { classNames } from "#components/ui/class-names.ts";

const TONES = {
  quiet: "bg-sunken text-ink-muted",
  warn: "bg-warn-soft text-warn",
  accent: "bg-accent-soft text-accent-on-soft",
};

type ChipProps = { readonly tone?: keyof typeof TONES; readonly children: ReactNode };

/** A short label for a state. */
export function Chip({ tone = "quiet", children }: ChipProps) {
  return (
    <span className={classNames("figures inline-block rounded-sm px-2 py-0.5 text-xs font-semibold", TONES[tone])}>
      {children}
    </span>
  );
}
