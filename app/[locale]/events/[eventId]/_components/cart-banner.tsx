"use client";

import { useEffect, useState } from "react";
import { fetchStorefront } from "#components/fetch-storefront.ts";
import { type Plural, plural } from "#lib/text/words.ts";

export type CartBannerProps = {
  readonly href: string;
  readonly locale: string;
  readonly words: { readonly text: Plural; readonly continue: string };
};

type CartNotice = { readonly count: number };

/**
 * Shows a returning visitor how many tickets their cart has. The page is cached for everyone, so the browser requests
 * it after the first paint; the banner overlays the bottom of the picture and shifts nothing below it.
 */
export function CartBanner({ href, locale, words }: CartBannerProps) {
  const [cart, setCart] = useState<CartNotice | null>(null);

  useEffect(() => {
    fetchStorefront("open-cart").then((answer) =>
      setCart((answer as { readonly cart: CartNotice | null } | undefined)?.cart ?? null),
    );
  }, []);

  if (cart === null) return null;
  return (
    <a
      href={href}
      className="absolute inset-x-2 top-2 z-20 flex min-h-11 lg:top-auto lg:bottom-14 items-center justify-between gap-4 rounded-xl bg-accent-soft px-4 py-2.5 text-sm text-accent-on-soft no-underline shadow-raise"
    >
      <strong className="font-semibold">{plural(words.text, cart.count, locale)}</strong>
      <span className="shrink-0 font-semibold underline underline-offset-4">{words.continue}</span>
    </a>
  );
}
