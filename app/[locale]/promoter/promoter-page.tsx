import "server-only";

import type { ReactNode } from "react";
import { pageWithFallbacks } from "#app/[locale]/page-with-fallbacks.tsx";
import { asPromoter } from "#app/[locale]/promoter/as-promoter.ts";
import { env } from "#lib/env.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import type { SignedIn } from "#lib/promoter/promoter-token.ts";
import type { Needs } from "#lib/promoter/rights.ts";

type Props = Parameters<ReturnType<typeof pageWithFallbacks>>[0];

/** Who is at work on a page or in an action, and for which account. */
export type AtWork = SignedIn & { readonly locale: Locale; readonly accountId: number };

/** Makes a page for promoters with one of these capabilities. `Page` returns `undefined` if nothing is at the address. */
export function promoterPage<P extends Props>(Page: (props: P, at: AtWork) => Promise<ReactNode>, _needs: Needs) {
  return pageWithFallbacks((props: P, locale) =>
    asPromoter(locale, (signedIn) => Page(props, { ...signedIn, locale, accountId: env().TICKETING_ACCOUNT })),
  );
}
