"use client";

import { lazy, Suspense, useEffect, useState } from "react";
import { fetchStorefront } from "#components/fetch-storefront.ts";
import { loadAgain } from "#components/load-again.ts";
import type { Plural } from "#lib/i18n/words.ts";

export type CartBannerProps = {
  readonly href: string;
  readonly locale: string;
  readonly words: { readonly text: Plural; readonly continue: string };
};

type CartNotice = { readonly count: number };

/** Loaded for visitors with a cart only. */
const CartLink = lazy(async () => ({
  default: (await loadAgain(() => import("#app/[locale]/events/[eventId]/_components/cart-link.tsx"))).CartLink,
}));

/**
 * Shows a returning visitor how many tickets their cart has. The page is cached for everyone, so the browser requests
 * it after the first paint; the banner overlays the bottom of the picture and shifts nothing below it.
 */
export function CartBanner(props: CartBannerProps) {
  const [cart, setCart] = useState<CartNotice | null>(null);

  useEffect(() => {
    fetchStorefront("open-cart").then((answer) =>
      setCart((answer as { readonly cart: CartNotice | null } | undefined)?.cart ?? null),
    );
  }, []);

  if (cart === null) return null;
  return (
    <Suspense>
      <CartLink {...props} count={cart.count} />
    </Suspense>
  );
}
