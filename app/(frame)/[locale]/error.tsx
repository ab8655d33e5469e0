"use client";

import { useErrorWords } from "#components/site/error-page.tsx";
import { Button } from "#components/ui/button.tsx";

/** The host keeps showing its own link, as the frame does not report that it is ready. */
export default function ErrorPage({ retry }: { readonly retry?: () => void }) {
  const { text, retry: again } = useErrorWords();
  return (
    <div role="alert" className="flex flex-col items-start gap-3">
      <p>{text}</p>
      {/* Without the function it requests the address again. */}
      <form>
        <Button type={retry ? "button" : "submit"} onClick={retry && (() => retry())}>
          {again}
        </Button>
      </form>
    </div>
  );
}
