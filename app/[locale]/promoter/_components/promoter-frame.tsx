import { Menu } from "lucide";
import type { Route } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { accessText } from "#app/[locale]/promoter/access-text.ts";
import { signOutPromoter } from "#app/[locale]/promoter/actions.ts";
import { type AtWork, addressOfPage, nameOf } from "#app/[locale]/promoter/as-promoter.ts";
import { isOf, type Screen, screensFor } from "#app/[locale]/promoter/screens.ts";
import { classNames } from "#components/ui/class-names.ts";
import { Icon } from "#components/ui/icon.tsx";
import { currentBrand } from "#lib/catalogue/seller.ts";
import { type OpenWork, openWork } from "#lib/promoter/open-work.ts";

/** On a phone the others are behind the last tab. */
const TABS_MAX = 4;

type FrameProps = { readonly at: AtWork; readonly children: ReactNode };

/** What stands around every page of a signed-in promoter: the rail, and on a phone a header and tabs. */
export async function PromoterFrame({ at, children }: FrameProps) {
  const { locale, promoter } = at;
  const [t, tAll, work, page] = await Promise.all([
    getTranslations("Manage"),
    getTranslations(),
    openWork(at),
    pageBelow(locale),
  ]);
  const home = `/${locale}/promoter`;
  const screens = screensFor(promoter.capabilities);
  const linkTo = (screen: Screen, label = screen.label) => ({
    href: `${home}${screen.path}` as Route,
    label: tAll(label),
    icon: screen.icon,
    isCurrent: isOf(screen, page),
    count: countOf(screen, work),
  });
  const links = screens.map((screen) => linkTo(screen));
  const tabs = screens.slice(0, TABS_MAX).map((screen) => linkTo(screen, screen.short));
  const more = links.slice(TABS_MAX);
  const account = promoter.account?.name || (await currentBrand()).name;
  const user = <User name={nameOf(at)} access={accessText(promoter.capabilities, locale, t)} locale={locale} />;
  return (
    <div className="flex flex-1 flex-col lg:grid lg:grid-cols-[14.75rem_minmax(0,1fr)]">
      <header className="top-0 hidden h-dvh max-h-dvh flex-col gap-2 overflow-y-auto px-3.5 py-4.5 lg:sticky lg:flex print:hidden">
        <Account name={account} home={home as Route} />
        <nav aria-label={t("main")} className="flex flex-col gap-0.5">
          {links.map((link) => (
            <RailLink key={link.href} {...link} waiting={t("waiting", { count: link.count })} />
          ))}
        </nav>
        <div className="mt-auto border-t border-line px-3 pt-3">{user}</div>
      </header>
      <div className="flex min-w-0 flex-1 flex-col border-line lg:border-s">
        <header className="gutter flex h-14 items-center lg:hidden print:hidden">
          <Account name={account} home={home as Route} />
        </header>
        <main
          id="content"
          tabIndex={-1}
          className="w-full max-w-295 flex-1 px-5 pt-2 pb-10 outline-none lg:px-10 lg:pt-7.5 lg:pb-16"
        >
          {children}
        </main>
        <nav
          aria-label={t("main")}
          data-bar
          className="sticky bottom-0 z-10 flex bg-surface px-2 pt-1.5 pb-[calc(0.375rem+env(safe-area-inset-bottom))] shadow-bar lg:hidden print:hidden"
        >
          {tabs.map((link) => (
            <TabLink key={link.href} {...link} waiting={t("waiting", { count: link.count })} />
          ))}
          <details className="relative flex-auto">
            <summary className={tabClass(more.some(({ isCurrent }) => isCurrent))}>
              <Icon of={Menu} size={22} />
              {t("more")}
              <Count count={sum(more)} waiting={t("waiting", { count: sum(more) })} isOnTab />
            </summary>
            <div className="absolute end-0 bottom-full mb-3 flex w-64 flex-col gap-2 rounded-xl border border-line bg-surface p-3 shadow-raise">
              {more.map((link) => (
                <RailLink key={link.href} {...link} waiting={t("waiting", { count: link.count })} />
              ))}
              <div className="border-t border-line px-3 pt-3">{user}</div>
            </div>
          </details>
        </nav>
      </div>
    </div>
  );
}

function countOf({ path }: Screen, { requests = 0, emails = 0 }: OpenWork): number {
  return path === "/refunds" ? requests : path === "/messages" ? emails : 0;
}

function sum(links: readonly { readonly count: number }[]): number {
  return links.reduce((total, { count }) => total + count, 0);
}

/** Returns the path of this page below the promoters' first page. */
async function pageBelow(locale: string): Promise<string> {
  const [path = ""] = (await addressOfPage()).split("?", 1);
  return path.slice(`/${locale}/promoter`.length).replace(/\/$/, "");
}

function Account({ name, home }: { readonly name: string; readonly home: Route }) {
  const letters = name
    .split(/\s+/)
    .slice(0, 2)
    .map(([letter = ""]) => letter);
  return (
    <a href={home} className="tap inline-flex min-w-0 items-center gap-2.5 px-2 font-semibold no-underline max-lg:px-0">
      <span
        aria-hidden="true"
        className="grid size-9 shrink-0 place-items-center rounded-md bg-accent font-display text-sm font-extrabold text-accent-on"
      >
        {letters.join("")}
      </span>
      <bdi className="min-w-0 leading-tight">{name}</bdi>
    </a>
  );
}

type LinkProps = {
  readonly href: Route;
  readonly label: string;
  readonly icon: Screen["icon"];
  readonly isCurrent: boolean;
  readonly count: number;
  /** The count in words. */
  readonly waiting: string;
};

function RailLink({ href, label, icon, isCurrent, ...count }: LinkProps) {
  return (
    <a
      href={href}
      {...(isCurrent && { "aria-current": "page" })}
      className={classNames(
        "flex min-h-11 items-center gap-3 rounded-md px-3 text-sm no-underline",
        isCurrent ? "bg-accent-soft font-semibold text-accent-on-soft" : "font-medium hover:bg-sunken",
      )}
    >
      <Icon of={icon} size={20} className="shrink-0" />
      {label}
      <Count {...count} />
    </a>
  );
}

function TabLink({ href, label, icon, isCurrent, ...count }: LinkProps) {
  return (
    <a href={href} {...(isCurrent && { "aria-current": "page" })} className={tabClass(isCurrent)}>
      <Icon of={icon} size={22} />
      {label}
      <Count {...count} isOnTab />
    </a>
  );
}

function tabClass(isCurrent: boolean): string {
  return classNames(
    "relative flex min-h-12.5 min-w-0 flex-auto list-none flex-col items-center justify-center gap-0.5 rounded-md px-1 text-center text-xs leading-4 no-underline",
    isCurrent ? "bg-accent-soft font-semibold text-accent-on-soft" : "font-medium text-ink-muted",
  );
}

type CountProps = { readonly count: number; readonly waiting: string; readonly isOnTab?: boolean };

function Count({ count, waiting, isOnTab = false }: CountProps) {
  if (count === 0) return null;
  return (
    <span
      className={classNames(
        "figures grid h-5.5 min-w-5.5 place-items-center rounded-full bg-ink px-1.5 text-xs font-semibold text-canvas",
        isOnTab ? "absolute start-1/2 top-0 ms-1.5 h-4.5 min-w-4.5" : "ms-auto",
      )}
    >
      <span aria-hidden="true">{count}</span>
      <span className="sr-only">{waiting}</span>
    </span>
  );
}

type UserProps = { readonly name: string; readonly access: string; readonly locale: string };

async function User({ name, access, locale }: UserProps) {
  const [t, tPromoter, tAccount] = await Promise.all([
    getTranslations("Manage"),
    getTranslations("Promoter"),
    getTranslations("OwnAccount"),
  ]);
  const link = "inline-flex min-h-11 items-center text-sm text-accent-text underline underline-offset-4";
  return (
    <>
      <p className="text-sm leading-snug font-semibold">
        <bdi>{name}</bdi>
      </p>
      <p className="text-xs text-ink-muted first-letter:uppercase">{access}</p>
      <div className="flex flex-wrap justify-between gap-x-4">
        <a href={`/${locale}/promoter/account/password` as Route} className={link}>
          {tAccount("title")}
        </a>
        <a href={`/${locale}`} className={link}>
          {t("shop")}
        </a>
        <form action={signOutPromoter}>
          <input type="hidden" name="locale" value={locale} />
          <button type="submit" className={link}>
            {tPromoter("signOut")}
          </button>
        </form>
      </div>
    </>
  );
}
