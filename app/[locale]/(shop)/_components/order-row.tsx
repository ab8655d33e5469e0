import { ChevronRight } from "lucide";
import type { Route } from "next";
import { getLocale } from "next-intl/server";
import { Icon } from "#components/ui/icon.tsx";
import { spanInFull } from "#lib/catalogue/dates/span-text.ts";
import { contentLanguage } from "#lib/i18n/content-language.ts";
import { comma } from "#lib/i18n/words.ts";
import type { OrderInBrief } from "#lib/orders/tickets.ts";

type OrderRowProps = OrderInBrief & { readonly href: Route };

/** An order in a list of tickets, as a link to it: its events, and its first date. */
export async function OrderRow({ events, first, href }: OrderRowProps) {
  const locale = await getLocale();
  return (
    <a href={href} className="flex min-h-16 items-center justify-between gap-4 py-2 no-underline hover:underline">
      <span className="min-w-0">
        <span className="block font-semibold wrap-anywhere">
          <bdi lang={contentLanguage()}>{events.join(comma(locale))}</bdi>
        </span>
        {first && (
          <span className="block text-sm text-ink-muted">
            <bdi>{spanInFull(first, locale, first.timeZone, "short")}</bdi>
          </span>
        )}
      </span>
      <Icon of={ChevronRight} className="size-5 shrink-0 text-ink-muted rtl:[scale:-1_1]" />
    </a>
  );
}
