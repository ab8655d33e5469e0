import { Trash2 } from "lucide";
import { getMessages, getTranslations } from "next-intl/server";
import { releaseTickets } from "#app/[locale]/actions.ts";
import { ReleaseForm } from "#components/cart/release-form.tsx";
import { Icon } from "#components/ui/icon.tsx";

type EmptyCartFormProps = { readonly locale: string; readonly className?: string };

/** Empties the cart after a confirmation, with and without script. */
export async function EmptyCartForm({ locale, className = "" }: EmptyCartFormProps) {
  const [t, { Cart }] = await Promise.all([getTranslations("Cart"), getMessages()]);
  return (
    <details className={className}>
      <summary className="inline-flex min-h-13 list-none items-center gap-3 text-ink-muted hover:text-ink [&::-webkit-details-marker]:hidden">
        <Icon of={Trash2} className="size-5" />
        {t("release")}
      </summary>
      <div className="flex flex-col items-start gap-2 pb-2">
        <p className="font-semibold">{t("releaseQuestion")}</p>
        <ReleaseForm
          action={releaseTickets}
          locale={locale}
          tone="bad"
          words={{ release: t("releaseConfirm"), releasing: t("releasing"), lost: Cart.lost }}
        />
      </div>
    </details>
  );
}
