"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { Button } from "#components/ui/button.tsx";

/** Long enough for a processor to answer, short enough for a waiting reader. */
const PAUSE_MS = 5_000;

/** Reloads the page until it no longer renders this component. Without script the button reloads it. */
export function AskAgain({ label }: { readonly label: string }) {
  const router = useRouter();

  useEffect(() => {
    const clock = setInterval(() => router.refresh(), PAUSE_MS);
    return () => clearInterval(clock);
  }, [router]);

  return (
    <form className="mt-4">
      <Button kind="secondary">{label}</Button>
    </form>
  );
}
