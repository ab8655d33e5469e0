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

/**
 * Tells a returning visitor what they hold. Only the browser knows who looks: the page is the same for all. It comes
 * late, so it lies on the foot of the picture, and nothing below is pushed away from under a finger.
 */
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
      className="absolute inset-x-2 bottom-2 flex min-h-12 items-center justify-between gap-4 rounded-xl bg-accent-soft px-4 py-2.5 text-sm text-accent-on-soft no-underline shadow-raise"
    >
      <span className="line-clamp-2 sm:line-clamp-3">
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
