import { nothing, privateFile } from "#app/[locale]/sales/[link]/private-file.ts";
import { currentSeller } from "#lib/catalogue/seller.ts";
import { applePasses } from "#lib/documents/wallet/apple-pass.ts";
import { appleSigner } from "#lib/documents/wallet/apple-signer.ts";
import { type SoldTicket, walletOrderOf, walletTicketOf } from "#lib/documents/wallet/wallet-ticket-of.ts";
import { env } from "#lib/env.ts";
import { walletTicketsOf } from "#lib/orders/wallet-tickets.ts";
import { sealPassToken } from "#lib/session/links/pass-token.ts";

type Context = RouteContext<"/[locale]/sales/[link]/wallet/apple">;

/** Returns the valid tickets of an order's or a guest's link as passes for Apple Wallet, in one file. */
export async function GET(_request: Request, { params }: Context) {
  const { locale, link } = await params;
  const signer = await appleSigner();
  if (signer === undefined) return nothing();
  const found = await walletTicketsOf(link);
  if (found === undefined) return nothing();
  const { isForGuest } = found;
  const seller = (await currentSeller()).name;
  const [first, ...others] = await Promise.all(found.tickets.map(passOf));
  if (first === undefined) return nothing();
  const { bytes, type, name } = await applePasses([first, ...others], signer);
  return privateFile(bytes, { type, name });

  async function passOf(sold: SoldTicket) {
    const { sale, admission } = sold;
    const token = await sealPassToken({ saleKey: sale.key, admissionId: admission.id, locale, isForGuest });
    return {
      ticket: walletTicketOf(sold, locale, isForGuest),
      order: walletOrderOf(sold, seller, locale, isForGuest),
      updates: { url: `${env().FOYER_ORIGIN}/api/wallet/apple`, token },
    };
  }
}
