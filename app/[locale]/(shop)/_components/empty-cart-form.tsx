import { Trash2 } from "lucide";
import { getMessages, getTranslations } from "next-intl/server";
import { releaseTickets } from "#app/[locale]/(shop)/actions.ts";
import { lostPress } from "#app/[locale]/(shop)/lost-press.ts";
import { ReleaseForm } from "#components/cart/release-form.tsx";
import { Icon } from "#components/ui/icon.tsx";

type EmptyCartFormProps = { readonly locale: string };

/** Empties the cart after a confirmation, with and without script. */
export async function EmptyCartForm({ locale }: EmptyCartFormProps) {
  const [t, { Cart }] = await Promise.all([getTranslations("Cart"), getMessages()]);
  return (
    <details className="group">
      <summary className="inline-flex min-h-13 list-none items-center gap-3 text-ink-muted hover:text-ink [&::-webkit-details-marker]:hidden">
        <Icon of={Trash2} className="size-5" />
        <span className="group-open:hidden">{t("release")}</span>
        <span className="hidden font-semibold text-ink group-open:inline">{t("releaseQuestion")}</span>
      </summary>
      <div className="pb-2">
        <ReleaseForm
          action={releaseTickets}
          locale={locale}
          tone="bad"
          words={{
            release: t("releaseConfirm"),
            releasing: t("releasing"),
            keep: t("releaseKeep"),
            lost: lostPress(Cart),
          }}
        />
      </div>
    </details>
  );
}
