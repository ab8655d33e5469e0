import type { ComponentProps } from "react";
import { classNames } from "#components/ui/class-names.ts";

type Tone = "plain" | "accent" | "ok" | "warn" | "bad";

const TONES: Record<Tone, string> = {
  plain: "border-line bg-surface",
  accent: "border-transparent bg-accent-soft text-accent-on-soft",
  ok: "border-ok bg-ok-soft",
  warn: "border-warn bg-warn-soft",
  bad: "border-2 border-bad bg-surface",
};

export type PanelProps = ComponentProps<"div"> & { readonly tone?: Tone };

/** A bordered box. A script may focus it when it appears. */
export function Panel({ tone = "plain", className, ...panel }: PanelProps) {
  return <div {...panel} className={classNames("rounded-xl border p-5 text-pretty", TONES[tone], className)} />;
}
