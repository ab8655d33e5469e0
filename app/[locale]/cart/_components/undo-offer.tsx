import { getMessages, getTranslations } from "next-intl/server";
import type { Locale } from "#lib/i18n/routing.ts";
import { UNDO_OFFERED_SECONDS } from "#lib/session/undo.ts";
import { currentUndo } from "#lib/session/undo-cookie.ts";
import { undoRemoval } from "../actions.ts";
import { UndoToast } from "./undo-toast.tsx";

/** In the same place on every cart page, so that the result of an undo survives a new render. */
export async function UndoOffer({ locale, now }: { readonly locale: Locale; readonly now: Date }) {
  const [undo, t, { Errors }] = await Promise.all([currentUndo(), getTranslations("Cart.undo"), getMessages()]);
  const secondsLeft = undo === undefined ? 0 : UNDO_OFFERED_SECONDS - (now.getTime() - undo.at) / 1000;
  const text = undo?.isOneOfSeveral ? t("removed", { event: undo.events[0]?.eventName ?? "" }) : t("emptied");
  return (
    <UndoToast
      {...(undo && secondsLeft > 0 && { offer: { id: undo.id, text, secondsLeft } })}
      action={undoRemoval}
      locale={locale}
      words={{ undo: t("undo"), undoing: t("undoing"), lost: Errors.lost }}
    />
  );
}
