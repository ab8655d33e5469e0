import { X } from "lucide";
import { getMessages, getTranslations } from "next-intl/server";
import { lostPress } from "#app/[locale]/(shop)/lost-press.ts";
import { ReleaseForm } from "#components/cart/release-form.tsx";
import { CodeChip } from "#components/cart/summary-total.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { removeCode } from "../actions.ts";

/** A code with an effect, and a button that removes it. */
export async function RemoveCode({ code, locale }: { readonly code: string; readonly locale: string }) {
  const [t, { Cart }] = await Promise.all([getTranslations("Cart.code"), getMessages()]);
  return (
    <span className="-my-2 flex items-center">
      <CodeChip code={code} />
      <ReleaseForm
        action={removeCode}
        locale={locale}
        hidden={{ code }}
        tone="icon"
        label={t("removeOf", { code })}
        words={{ release: t("remove"), releasing: t("removing"), lost: lostPress(Cart) }}
      >
        <Icon of={X} className="size-4.5" />
      </ReleaseForm>
    </span>
  );
}
