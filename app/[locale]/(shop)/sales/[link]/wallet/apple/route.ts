import { orderFile, privateFile } from "#app/[locale]/(shop)/sales/[link]/private-file.ts";
import { foundLinkEnd } from "#lib/session/links/links.ts";
import { appleSigner } from "#lib/wallet/apple-signer.ts";
import { passFile } from "#lib/wallet/current-pass.ts";
import { walletTicketsOf } from "#lib/wallet/wallet-tickets.ts";

/** Returns the valid tickets of an order's or a guest's link as passes for Apple Wallet, in one file. */
export const GET = orderFile(async ({ locale, link }) => {
  const signer = await appleSigner();
  if (signer === undefined) return undefined;
  const found = await walletTicketsOf(link);
  const [first, ...others] = found?.tickets ?? [];
  if (found === undefined || first === undefined) return undefined;
  const { isForGuest } = found;
  const options = { locale, isForGuest, endsAtMs: await foundLinkEnd(link) };
  const { bytes, type, name } = await passFile([first, ...others], options, signer);
  return privateFile(bytes, { type, name });
});
