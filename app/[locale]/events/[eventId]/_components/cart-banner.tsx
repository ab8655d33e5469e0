"use client";

import { lazy, Suspense, useEffect, useState } from "react";
import { fetchStorefront } from "#components/fetch-storefront.ts";
import { loadWithRetry } from "#components/load-with-retry.ts";
import type { CartLinkProps } from "./cart-link.tsx";

type CartNotice = Pick<CartLinkProps, "count">;

/** Loaded for visitors with a cart only. */
const CartLink = lazy(async () => ({
  default: (await loadWithRetry(() => import("./cart-link.tsx"))).CartLink,
}));

/**
 * Shows a returning visitor how many tickets their cart has. The page is cached for everyone, so the browser requests
 * it after the first paint; the banner overlays the bottom of the picture and shifts nothing below it.
 */
export function CartBanner(props: Omit<CartLinkProps, "count">) {
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
