import type { Messages } from "next-intl";
import type { Seller } from "#lib/ticketing/model/event.ts";

/** Returns links to the seller's own pages that exist. They open in a new tab, so that nothing typed is lost. */
export function sellerLinks(
  { termsUrl, privacyUrl, refundPolicyUrl }: Seller,
  words: Messages["Seller"],
): readonly { readonly href: string; readonly label: string }[] {
  return [
    { href: termsUrl, label: words.terms },
    { href: privacyUrl, label: words.privacy },
    { href: refundPolicyUrl, label: words.refunds },
  ].flatMap(({ href, label }) => (href === undefined ? [] : [{ href, label }]));
}

type OutsideLinkProps = { readonly href: string; readonly children: React.ReactNode; readonly className?: string };

export function OutsideLink({ href, children, className = "underline underline-offset-4" }: OutsideLinkProps) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={className}>
      {children}
    </a>
  );
}
