"use client";

import { type PlaceWords, useErrorWords } from "#components/site/error-page.tsx";
import { Button } from "#components/ui/button.tsx";

/** The host keeps showing its own link, as the frame does not report that it is ready. */
export default function ErrorPage({ words, retry }: { readonly words?: PlaceWords; readonly retry?: () => void }) {
  const { title, text, retry: again } = { ...useErrorWords(), ...words };
  return (
    <div role="alert" className="flex flex-col items-start gap-3">
      <title>{title}</title>
      <h1 className="text-2xl">{title}</h1>
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
