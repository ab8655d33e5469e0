import "server-only";

import { after } from "next/server";
import { setRequestLocale } from "next-intl/server";
import type { ReactNode } from "react";
import { pageWithFallbacks } from "#app/[locale]/page-with-fallbacks.tsx";
import {
  NoAnswer,
  NotAllowed,
  NothingHere,
  RefusedByService,
} from "#app/[locale]/promoter/_components/instead-of-page.tsx";
import { PlainFrame } from "#app/[locale]/promoter/_components/plain-frame.tsx";
import { PromoterFrame } from "#app/[locale]/promoter/_components/promoter-frame.tsx";
import { type AtWork, atWork, signedInPromoter, unlessRefused } from "#app/[locale]/promoter/as-promoter.ts";
import { localeFrom } from "#lib/i18n/routing.ts";
import { pageAtWork } from "#lib/promoter/pages-at-work.ts";
import { isAllowed, type Needs } from "#lib/promoter/rights.ts";
import { ifAnswered, undefinedIfNotPermitted } from "#lib/ticketing/client/fault.ts";

export type { AtWork } from "#app/[locale]/promoter/as-promoter.ts";

type Props = Parameters<ReturnType<typeof pageWithFallbacks>>[0];

/**
 * Makes a page for promoters with one of these capabilities, inside their navigation. `Page` returns `undefined` if nothing is at the
 * address. Without a session it leads to the sign-in, without the capability it says who can help; so it does where the service refuses
 * what the user may do by its own word. A page waits for its place only
 * once its session is known, so that strangers cannot fill the places.
 */
export function promoterPage<P extends Props>(Page: (props: P, at: AtWork) => Promise<ReactNode>, needs: Needs) {
  const Content = pageWithFallbacks(
    async (props: P & { readonly at: AtWork }) => {
      const { at } = props;
      const read = unlessRefused(at.locale, async () => ({ page: await Page(props, at) }));
      const permitted = await read.catch(undefinedIfNotPermitted);
      return permitted === undefined ? <RefusedByService locale={at.locale} /> : permitted.page;
    },
    { Missing: NothingHere, unavailable: NoAnswer },
  );
  return async function PromoterPage(props: P): Promise<ReactNode> {
    const locale = localeFrom((await props.params).locale);
    setRequestLocale(locale);
    const signedIn = await ifAnswered(() => signedInPromoter(locale));
    if (signedIn === undefined) {
      return (
        <PlainFrame locale={locale}>
          <div className="gutter mx-auto max-w-6xl">
            <NoAnswer />
          </div>
        </PlainFrame>
      );
    }
    const at = atWork(signedIn, locale);
    const mayOpen = isAllowed(needs, at.promoter.capabilities);
    return pageAtWork(after, async () =>
      PromoterFrame({ at, children: mayOpen ? await Content({ ...props, at }) : <NotAllowed needs={needs} at={at} /> }),
    );
  };
}
