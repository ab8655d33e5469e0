"use client";

import { useEffect, useState } from "react";
import { askStorefront } from "#components/ask.ts";
import { type Plural, plural } from "#lib/text/words.ts";

export type HeldBannerProps = {
  readonly href: string;
  readonly locale: string;
  readonly words: { readonly text: Plural; readonly continue: string };
};

type Held = { readonly count: number };

/**
 * Tells a returning visitor how many tickets their cart has. The page is cached for everyone, so the browser asks after
 * the first paint; the banner overlays the foot of the picture and shifts nothing below it.
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
      className="absolute inset-x-2 top-2 z-20 flex min-h-11 lg:top-auto lg:bottom-14 items-center justify-between gap-4 rounded-xl bg-accent-soft px-4 py-2.5 text-sm text-accent-on-soft no-underline shadow-raise"
    >
      <strong className="font-semibold">{plural(words.text, held.count, locale)}</strong>
      <span className="shrink-0 font-semibold underline underline-offset-4">{words.continue}</span>
    </a>
  );
}
