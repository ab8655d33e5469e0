"use client";

import { useEffect, useState } from "react";
import { askStorefront } from "#components/ask.ts";
import { fill, type Plural, plural } from "#components/words.ts";

export type HeldBannerProps = {
  readonly href: string;
  readonly locale: string;
  readonly words: {
    readonly text: Plural;
    readonly for: string;
    readonly several: Plural;
    readonly continue: string;
  };
};

type Held = { readonly count: number; readonly eventIds: readonly number[]; readonly eventName: string };

/** Tells a returning visitor what they hold. Only the browser knows who looks: the page is the same for all. */
export function HeldBanner({ href, locale, words }: HeldBannerProps) {
  const [held, setHeld] = useState<Held | null>(null);

  useEffect(() => {
    let left = false;
    askStorefront("held").then((answer) => {
      if (!left) setHeld((answer as { readonly held: Held | null } | undefined)?.held ?? null);
    });
    return () => {
      left = true;
    };
  }, []);

  if (held === null) return null;
  return (
    <a
      href={href}
      className="flex min-h-12 items-center justify-between gap-4 rounded-lg bg-accent-soft px-5 py-3 text-sm text-accent-on-soft no-underline"
    >
      <span>
        <strong className="font-semibold">{plural(words.text, held.count, locale)}</strong>{" "}
        {held.eventIds.length > 1
          ? plural(words.several, held.eventIds.length, locale)
          : fill(words.for, { event: held.eventName })}
        :
      </span>
      <span className="shrink-0 font-semibold underline underline-offset-4">{words.continue}</span>
    </a>
  );
}
