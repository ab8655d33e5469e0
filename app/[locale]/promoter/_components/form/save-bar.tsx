import type { Route } from "next";
import type { Messages } from "next-intl";
import { Button, buttonClass } from "#components/ui/button.tsx";

type SaveBarProps = {
  readonly pending: boolean;
  /** The page to which the way back leads. */
  readonly back: string;
  readonly words: Messages["PromoterForm"];
};

/** Below a form: the one filled button, and the way back. */
export function SaveBar({ pending, back, words }: SaveBarProps) {
  return (
    <div className="flex flex-wrap items-center gap-3 border-t border-line py-4 lg:sticky lg:bottom-0 lg:z-10 lg:bg-canvas">
      <Button pending={pending} pendingLabel={words.saving} className="min-h-12 max-sm:w-full sm:min-w-40">
        {words.save}
      </Button>
      <a href={back as Route} className={buttonClass("secondary", "max-sm:w-full")}>
        {words.cancel}
      </a>
    </div>
  );
}
