import { Ticket } from "lucide";
import { getTranslations } from "next-intl/server";
import { findTicketsFromCart } from "#app/[locale]/cart/actions.ts";
import { Button } from "#components/ui/button.tsx";
import { Field } from "#components/ui/field.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { areMessagesSent } from "#lib/session/links/message-renderer.ts";

/** One email field for a buyer who looks for an earlier order in the cart. A plain form, without a script. */
export async function AlreadyBought({ locale }: { readonly locale: string }) {
  const t = await getTranslations("FindTickets");
  if (!areMessagesSent()) return null;
  return (
    <section
      aria-labelledby="already-bought"
      className="mt-4 w-full rounded-xl border border-line bg-surface p-5 shadow-raise"
    >
      <h2 id="already-bought" className="text-xl">
        {t("already")}
      </h2>
      <p className="text-ink-muted">{t("alreadyText")}</p>
      <form action={findTicketsFromCart} className="mt-4 flex flex-col gap-3">
        <input type="hidden" name="locale" value={locale} />
        <Field
          label={t("email")}
          name="email"
          type="email"
          autoComplete="email"
          autoCapitalize="off"
          spellCheck={false}
          required
          maxLength={254}
          enterKeyHint="go"
        />
        <Button kind="secondary">
          <Icon of={Ticket} className="size-5" />
          {t("send")}
        </Button>
      </form>
    </section>
  );
}
