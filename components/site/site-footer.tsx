import type { Route } from "next";
import type { ReactNode } from "react";
import { OutsideLink } from "#components/site/seller-links.tsx";

type SiteFooterProps = {
  readonly brand: string;
  readonly promise: string;
  /** "Sold by …", where the seller's name differs from the shop's. */
  readonly seller: string | undefined;
  readonly cards: string | undefined;
  readonly help: ReactNode;
  readonly languages: ReactNode;
  /** The seller's own pages on another site. */
  readonly sellerLinks: readonly { readonly href: string; readonly label: string }[];
  readonly links: readonly { readonly href: Route; readonly label: string }[];
};

const LINK = "inline-flex min-h-11 items-center underline underline-offset-4";

/** The seller, the conditions, the accepted cards, and help in the same place on every page. */
export function SiteFooter(props: SiteFooterProps) {
  const { brand, promise, seller, cards, help, languages, sellerLinks, links } = props;
  return (
    <footer className="mt-16 border-t border-line pb-12 text-sm text-ink-muted print-hidden max-lg:in-[body:has([data-bar])]:pb-32">
      <div className="gutter mx-auto flex max-w-6xl flex-col gap-1 pt-8">
        <p className="font-display text-base font-bold text-ink">
          <bdi>{brand}</bdi>
        </p>
        {seller !== undefined && <p>{seller}</p>}
        <p>{promise}</p>
        {cards !== undefined && <p>{cards}</p>}
        {help}
        <ul className="flex flex-wrap gap-x-5">
          {sellerLinks.map(({ href, label }) => (
            <li key={label}>
              <OutsideLink href={href} className={LINK}>
                {label}
              </OutsideLink>
            </li>
          ))}
          {links.map(({ href, label }) => (
            <li key={href}>
              <a href={href} className={LINK}>
                {label}
              </a>
            </li>
          ))}
        </ul>
        {languages}
      </div>
    </footer>
  );
}
