"use client";

import { useErrorWords } from "#components/site/error-words.tsx";
import { Button } from "#components/ui/button.tsx";
import { Panel } from "#components/ui/panel.tsx";

/** A page that could not be rendered, with a button to try again. Its words come with the layout. */
export default function ErrorPage({ retry }: { readonly retry: () => void }) {
  const words = useErrorWords();
  return (
    <div className="gutter mx-auto flex max-w-2xl flex-col gap-6 py-12">
      <title>{words.title}</title>
      <Panel tone="bad" role="alert" className="flex flex-col gap-4">
        <h1 className="text-2xl">{words.title}</h1>
        <p>{words.text}</p>
        <Button type="button" onClick={() => retry()} className="self-start">
          {words.retry}
        </Button>
      </Panel>
    </div>
  );
}
