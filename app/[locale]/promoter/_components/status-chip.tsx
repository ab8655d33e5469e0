import type { IconNode } from "lucide";
import type { ReactNode } from "react";
import { classNames } from "#components/ui/class-names.ts";
import { Icon } from "#components/ui/icon.tsx";

/** The colour repeats icon and word; it never carries a meaning alone. */
const TONES = {
  ok: "border-transparent bg-ok-soft text-ok",
  warn: "border-transparent bg-warn-soft text-warn",
  bad: "border-transparent bg-bad-soft text-bad",
  plain: "border-line bg-sunken text-ink",
  off: "border-line bg-sunken text-ink-muted",
};

export type StatusTone = keyof typeof TONES;

type StatusChipProps = { readonly tone: StatusTone; readonly icon: IconNode; readonly children: ReactNode };

/** The state of a thing in a word. */
export function StatusChip({ tone, icon, children }: StatusChipProps) {
  return (
    <span
      className={classNames(
        "inline-flex items-center gap-1.5 rounded-sm border py-px ps-1.5 pe-2 text-xs font-semibold md:whitespace-nowrap",
        TONES[tone],
      )}
    >
      <Icon of={icon} size={14} strokeWidth={2.5} className="shrink-0" />
      {children}
    </span>
  );
}
