"use client";

import { useFormStatus } from "react-dom";
import { Button } from "#components/ui/button.tsx";

type RetryFormProps = {
  readonly action: (form: FormData) => Promise<void>;
  readonly locale: string;
  readonly words: { readonly retry: string; readonly retrying: string };
};

/** Leads to the pay page for what is not paid. */
export function RetryForm({ action, locale, words }: RetryFormProps) {
  return (
    <form action={action} className="grow sm:grow-0">
      <input type="hidden" name="locale" value={locale} />
      <Retry {...words} />
    </form>
  );
}

function Retry({ retry, retrying }: RetryFormProps["words"]) {
  const { pending } = useFormStatus();
  return (
    <Button pending={pending} pendingLabel={retrying} className="w-full">
      {retry}
    </Button>
  );
}
