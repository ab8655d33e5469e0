import { Mail, Send } from "lucide";
import type { Route } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { ACTION } from "#app/[locale]/sales/[link]/_components/order-actions.tsx";
import { sendTicketsAgain } from "#app/[locale]/sales/[link]/actions.ts";
import { Icon } from "#components/ui/icon.tsx";
import { maskedEmail } from "#lib/mail/order-email.ts";
import type { TicketedSale } from "#lib/orders/tickets.ts";
import { areMessagesSent } from "#lib/session/links/message-renderer.ts";

type OrderEmailProps = { readonly sales: readonly TicketedSale[]; readonly link: string };

/** Where the tickets are sent, masked, with a link to correct it. Nothing for a service that sends no mail. */
export async function SentTo({ sales, link }: OrderEmailProps) {
  const [t, locale] = await Promise.all([getTranslations("SendTickets"), getLocale()]);
  const email = maskedEmail(sales);
  if (!areMessagesSent() || email === undefined) return null;
  return (
    <p className="flex items-start gap-2.5">
      <Icon of={Mail} className="mt-0.5 size-5 shrink-0 text-ok" />
      <span className="min-w-0 wrap-anywhere">
        {t("goTo", { email })}{" "}
        <a
          href={`/${locale}/sales/${encodeURIComponent(link)}/email#change` as Route}
          className="tap text-accent-text underline underline-offset-4"
        >
          {t("wrongAddress")}
        </a>
      </span>
    </p>
  );
}

/** "Send again", without a script. */
export async function SendAgain({ link }: Pick<OrderEmailProps, "link">) {
  const [t, locale] = await Promise.all([getTranslations("SendTickets"), getLocale()]);
  return (
    <form action={sendTicketsAgain} className="flex">
      <input type="hidden" name="locale" value={locale} />
      <input type="hidden" name="link" value={link} />
      <button type="submit" className={`${ACTION} w-full`}>
        <Icon of={Send} className="size-5 shrink-0 text-accent-text" />
        {t("sendAgain")}
      </button>
    </form>
  );
}
