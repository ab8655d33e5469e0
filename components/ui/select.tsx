import { ChevronDown } from "lucide";
import type { ComponentProps } from "react";
import { classNames } from "#components/ui/class-names.ts";
import { Icon } from "#components/ui/icon.tsx";
import { inputClass } from "#components/ui/labelled.tsx";

type SelectProps = ComponentProps<"select"> & { readonly error?: string | undefined };

/** A select with our arrow in place of the system's, at the end of the text in both directions. */
export function Select({ error, className, ...select }: SelectProps) {
  return (
    <div className={classNames("relative", className)}>
      <select {...select} className={classNames(inputClass(error), "truncate")} />
      <Icon of={ChevronDown} className="pointer-events-none absolute inset-y-0 end-4 my-auto size-5 text-ink-muted" />
    </div>
  );
}
