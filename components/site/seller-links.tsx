import type { Seller } from "#lib/domain/catalogue/seller.ts";

export type SellerLinkWords = { readonly [Word in "terms" | "privacy" | "refunds"]: string };

/** The seller's own pages, as far as there are any. They open beside ours, where nothing typed is lost. */
export function sellerLinks(
  { termsUrl, privacyUrl, refundPolicyUrl }: Seller,
  words: SellerLinkWords,
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
