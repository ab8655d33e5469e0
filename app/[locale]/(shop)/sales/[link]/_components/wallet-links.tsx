import { WalletCards } from "lucide";
import { getLocale, getTranslations } from "next-intl/server";
import { ActionLink } from "#app/[locale]/(shop)/sales/[link]/_components/order-actions.tsx";
import { env } from "#lib/env.ts";
import { hasAppleWallet } from "#lib/wallet/apple-signer.ts";
import { GOOGLE_TICKETS_MAX, googleIssuer, googleSaveLink } from "#lib/wallet/google-tickets.ts";
import { shopOfPasses, walletOrderOf, walletTicketOf } from "#lib/wallet/wallet-ticket.ts";
import type { WalletTickets } from "#lib/wallet/wallet-tickets.ts";

type WalletLinksProps = WalletTickets & { readonly link: string };

/** One link for each wallet that is configured; a long order needs several for Google Wallet. */
export async function WalletLinks({ tickets, isForGuest, link }: WalletLinksProps) {
  const [t, locale] = await Promise.all([getTranslations("Wallet"), getLocale()]);
  if (tickets.length === 0) return null;
  const apple = `/${locale}/sales/${encodeURIComponent(link)}/wallet/apple`;
  const google = await googleLinks({ tickets, isForGuest }, locale);
  return (
    <>
      {hasAppleWallet() && (
        <ActionLink href={apple} icon={WalletCards}>
          {t("apple")}
        </ActionLink>
      )}
      {google.map(({ href, from, to }) => (
        <ActionLink key={from} href={href} icon={WalletCards}>
          {google.length > 1 ? t("googlePart", { from, to }) : t("google")}
        </ActionLink>
      ))}
    </>
  );
}

async function googleLinks({ tickets, isForGuest }: WalletTickets, locale: string) {
  const issuer = await googleIssuer();
  if (issuer === undefined) return [];
  const shop = await shopOfPasses();
  const parts = tickets.flatMap((_, at) =>
    at % GOOGLE_TICKETS_MAX === 0 ? [{ at, its: tickets.slice(at, at + GOOGLE_TICKETS_MAX) }] : [],
  );
  return Promise.all(
    parts.map(async ({ at, its: [first, ...others] }) => {
      if (first === undefined) throw new Error("A part has at least one ticket.");
      const contents = [first, ...others].map((sold) => walletTicketOf(sold, shop, locale, isForGuest));
      const order = walletOrderOf(first, shop, locale, isForGuest);
      const href = await googleSaveLink(contents, order, issuer, env().FOYER_ORIGIN);
      return { href, from: at + 1, to: at + contents.length };
    }),
  );
}
