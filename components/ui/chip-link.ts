import { classNames } from "#components/ui/class-names.ts";

/** Returns the classes of a chip that is a link; the selected one is filled. */
export function chipLinkClass(isChosen = false): string {
  return classNames(
    "figures inline-flex min-h-11 items-center gap-1.5 rounded-lg border px-4 text-sm font-semibold no-underline",
    isChosen
      ? "border-accent-edge bg-accent-soft text-accent-on-soft shadow-edge"
      : "border-line-strong bg-surface hover:bg-sunken",
  );
}
