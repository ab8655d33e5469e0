import { type IconNode, Lock } from "lucide";
import type { Route } from "next";
import type { ReactNode } from "react";
import { classNames } from "#components/ui/class-names.ts";
import { Icon } from "#components/ui/icon.tsx";

type SiteHeaderProps = {
  readonly brand: string;
  readonly homeLabel: string;
  readonly home: Route;
  /** On a phone, a link with `isShort` is its icon alone, and on a narrow one all are. */
  readonly links: readonly {
    readonly href: Route;
    readonly label: string;
    readonly icon: IconNode;
    readonly isShort?: boolean;
  }[];
  /** The link to the cart, after the others. */
  readonly cart: ReactNode;
  /** Shown in place of the name; `dark` is for the dark theme. */
  readonly logo?: { readonly src: string; readonly dark?: string } | undefined;
  /** On the page's background, or on the account's colour. */
  readonly look: "plain" | "accent";
  /** Shown in place of the links on checkout pages. */
  readonly secure: string;
};

export function SiteHeader({ brand, homeLabel, home, links, cart, logo, look, secure }: SiteHeaderProps) {
  const isAccent = look === "accent";
  return (
    <header
      className={classNames("print-hidden", isAccent && "bg-accent text-accent-on [--accent-ring:var(--accent-on)]")}
    >
      <div className="gutter mx-auto flex max-w-6xl items-center justify-between gap-1 py-1.5 sm:gap-4 lg:py-3">
        <a
          href={home}
          aria-label={homeLabel}
          className="tap -ms-1 inline-flex min-w-min items-center rounded-sm px-1 font-display text-xl font-extrabold tracking-tight no-underline"
        >
          {logo === undefined ? <bdi className="min-w-0 wrap-normal">{brand}</bdi> : <Logo {...logo} name={brand} />}
        </a>
        <nav className="flex grow flex-wrap items-center in-[body:has([data-checkout])]:hidden lg:gap-x-2">
          {links.map(({ href, label, icon, isShort = false }) => (
            <a
              key={href}
              href={href}
              className={classNames(
                "tap inline-flex items-center justify-center rounded-sm px-1 text-sm sm:px-2 no-underline hover:underline",
                isAccent ? "text-accent-on" : "text-ink-muted hover:text-ink",
              )}
            >
              <Icon of={icon} size={20} className={isShort ? "sm:hidden" : "min-[24rem]:hidden"} />
              <span className={isShort ? "max-sm:sr-only" : "max-[24rem]:sr-only"}>{label}</span>
            </a>
          ))}
          <div className="ms-auto">{cart}</div>
        </nav>
        <p className="hidden items-center gap-2 text-sm in-[body:has([data-checkout])]:flex">
          <Icon of={Lock} className="size-4.5" />
          {secure}
        </p>
      </div>
    </header>
  );
}

/** The logo, as high as its line, so that nothing moves when it loads; until then, and if it fails, the name. */
function Logo({ src, dark, name }: { readonly src: string; readonly dark?: string; readonly name: string }) {
  return (
    <picture>
      {dark !== undefined && <source srcSet={dark} media="(prefers-color-scheme: dark)" />}
      <img src={src} alt={name} className="h-9 max-w-44 object-contain object-left rtl:object-right" />
    </picture>
  );
}

type TestBannerProps = {
  readonly title: string;
  readonly text: string;
  readonly cards: readonly { readonly label: string; readonly icon: IconNode; readonly number: string }[];
};

/** A banner on every page of a test system, with its test cards. */
export function TestBanner({ title, text, cards }: TestBannerProps) {
  return (
    <aside aria-label={title} className="border-b border-warn bg-warn-soft text-xs text-warn print-hidden">
      <div className="gutter mx-auto flex min-h-7 max-w-6xl flex-wrap items-center gap-x-4 max-[24rem]:gap-x-3">
        <p>
          <strong className="font-semibold">{title}</strong>
          <span className="max-lg:sr-only">. {text}</span>
        </p>
        <dl className="flex flex-wrap gap-x-4 max-[24rem]:contents">
          {cards.map(({ label, icon, number }) => (
            <div key={label} className="flex items-center gap-1">
              <dt>
                <Icon of={icon} size={14} strokeWidth={3} className="sm:hidden" />
                <span className="max-sm:sr-only">{label}</span>
              </dt>
              <dd dir="ltr" className="figures font-semibold whitespace-nowrap">
                {number}
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </aside>
  );
}
