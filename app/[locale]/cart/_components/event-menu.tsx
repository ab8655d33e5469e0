import { Ellipsis, Pencil, X } from "lucide";
import type { Route } from "next";
import Link from "next/link";
import { getMessages, getTranslations } from "next-intl/server";
import { EmptyCartForm } from "#app/[locale]/_components/empty-cart-form.tsx";
import { releaseEvent } from "#app/[locale]/cart/actions.ts";
import { ReleaseForm } from "#components/cart/release-form.tsx";
import { ClosingDetails } from "#components/ui/closing-details.tsx";
import { Icon } from "#components/ui/icon.tsx";

type EventMenuProps = { readonly eventId: number; readonly eventName: string; readonly locale: string };

const ROW = "flex min-h-[2.875rem] items-center gap-3 rounded-md px-3 no-underline hover:bg-sunken";

/** The menu of one event in the cart. It opens and closes without script too. */
export async function EventMenu({ eventId, eventName, locale }: EventMenuProps) {
  const [t, { Cart }] = await Promise.all([getTranslations("Cart"), getMessages()]);
  return (
    <ClosingDetails className="relative">
      <summary
        aria-label={t("menuOf", { event: eventName })}
        className="tap -me-2 inline-flex list-none items-center justify-center rounded-full text-ink-muted hover:bg-sunken [&::-webkit-details-marker]:hidden"
      >
        <Icon of={Ellipsis} className="size-6" />
      </summary>
      <div className="absolute end-0 top-full z-20 w-59 rounded-lg border border-line bg-surface p-1.5 shadow-raise">
        <Link
          href={`/${locale}/events/${eventId}` as Route}
          aria-label={t("editOf", { event: eventName })}
          className={ROW}
        >
          <Icon of={Pencil} className="size-5 text-ink-muted" />
          {t("editTickets")}
        </Link>
        <ReleaseForm
          action={releaseEvent}
          locale={locale}
          hidden={{ event: eventId }}
          tone="row"
          label={t("removeOf", { event: eventName })}
          words={{ release: t("remove"), releasing: t("removing"), lost: Cart.lost }}
        >
          <Icon of={X} className="size-5 text-ink-muted" />
        </ReleaseForm>
        <div className="mx-3 my-1.5 border-t border-line" />
        <EmptyCartForm locale={locale} className="px-3 pb-1" />
      </div>
    </ClosingDetails>
  );
}
