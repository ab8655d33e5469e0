"use client";

import { useFormStatus } from "react-dom";
import { Button } from "#components/ui/button.tsx";

type ReleaseFormProps = {
  readonly action: (form: FormData) => Promise<void>;
  readonly locale: string;
  readonly words: { readonly release: string; readonly releasing: string };
};

/** Gives the tickets back at once. */
export function ReleaseForm({ action, locale, words }: ReleaseFormProps) {
  return (
    <form action={action}>
      <input type="hidden" name="locale" value={locale} />
      <Release {...words} />
    </form>
  );
}

function Release({ release, releasing }: ReleaseFormProps["words"]) {
  const { pending } = useFormStatus();
  return (
    <Button kind="quiet" pending={pending} pendingLabel={releasing} className="-ml-5">
      {release}
    </Button>
  );
}
