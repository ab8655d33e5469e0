import "#app/shop.css";
import { Search, ShoppingBag, Ticket } from "lucide";
import type { Route } from "next";
import { getTranslations, setRequestLocale } from "next-intl/server";
import { everyLocale, SiteDocument, SiteErrorWords, siteMetadata, siteViewport } from "#app/[locale]/site-document.tsx";
import { CartLink, type ShownCart } from "#components/site/cart-link.tsx";
import { FollowSource } from "#components/site/follow-source.tsx";
import { LanguageLinks } from "#components/site/language-links.tsx";
import { mailLink } from "#components/site/mail-link.tsx";
import { sellerLinks } from "#components/site/seller-links.tsx";
import { SiteFooter } from "#components/site/site-footer.tsx";
import { SiteHeader } from "#components/site/site-header.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { currentBrand, currentSeller } from "#lib/catalogue/seller.ts";
import { CARD_BRANDS, type CardBrand } from "#lib/checkout/card.ts";
import { brand } from "#lib/env.ts";
import { LANGUAGES } from "#lib/i18n/languages.ts";
import { localeFrom } from "#lib/i18n/routing.ts";
import { comma } from "#lib/i18n/words.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";
import { type OpenCart, openCart } from "#lib/purchase/open-cart.ts";
import { isPerRequest } from "#lib/telemetry/current-request.ts";

export const generateViewport = siteViewport;
export const generateStaticParams = everyLocale;
export const generateMetadata = siteMetadata;

export default async function ShopLayout({ params, children }: LayoutProps<"/[locale]">) {
  const locale = localeFrom((await params).locale);
  setRequestLocale(locale);

  const [common, errors, accessibility, sellerWords, seller, { name }, cart] = await Promise.all([
    getTranslations("Common"),
    getTranslations("Errors"),
    getTranslations("Accessibility"),
    getTranslations("Seller"),
    currentSeller(),
    currentBrand(),
    // A cached page may not read a cookie: its script asks.
    isPerRequest() ? openCart(new Date()) : undefined,
  ]);
  const { BRAND_HEADER, CARDS_ACCEPTED } = brand();
  const { email } = seller;
  const home = `/${locale}` as Route;

  return (
    <SiteDocument locale={locale}>
      <FollowSource />
      <SiteHeader
        brand={name}
        homeLabel={common("home", { brand: name })}
        home={home}
        logo={logo()}
        look={BRAND_HEADER}
        secure={common("secure")}
        links={[
          { href: `${home}/search` as Route, label: common("search"), icon: Search, isShort: true },
          { href: `${home}/find-tickets` as Route, label: common("myTickets"), icon: Ticket },
        ]}
        cart={
          <CartLink
            href={`${home}/cart` as Route}
            locale={locale}
            label={common("cart")}
            words={wordsOf(locale).Common.cartNow}
            given={cart && shown(cart)}
            isOnAccent={BRAND_HEADER === "accent"}
            icon={<Icon of={ShoppingBag} size={18} />}
          />
        }
      />
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        <SiteErrorWords locale={locale} list={{ href: home, label: errors("toList") }}>
          {children}
        </SiteErrorWords>
      </main>
      <SiteFooter
        brand={name}
        promise={common("pricesInclude")}
        help={email !== undefined && <p>{common.rich("help", { email, link: mailLink(email) })}</p>}
        seller={seller.name === name ? undefined : sellerWords("soldBy", { name: seller.name })}
        cards={cardNames(CARDS_ACCEPTED, locale, (cards) => sellerWords("cards", { cards }))}
        sellerLinks={sellerLinks(seller, wordsOf(locale).Seller)}
        languages={<LanguageLinks label={common("language")} current={locale} languages={LANGUAGES} />}
        links={[
          { href: `${home}/find-tickets` as Route, label: common("findTickets") },
          { href: `${home}/promoter` as Route, label: common("forPromoters") },
          { href: `${home}/accessibility` as Route, label: accessibility("link") },
        ]}
      />
    </SiteDocument>
  );
}

/** Returns what the header says about a cart; nothing once its tickets have expired. */
function shown({ count, secondsLeft }: OpenCart): ShownCart | undefined {
  return count === 0 ? undefined : { count, ...(secondsLeft !== undefined && { secondsLeft }) };
}

function cardNames(brands: readonly CardBrand[], locale: string, words: (cards: string) => string): string | undefined {
  return brands.length === 0 ? undefined : words(brands.map((one) => CARD_BRANDS[one]).join(comma(locale)));
}

/** The logo, where one is configured. */
function logo(): { readonly src: string; readonly dark?: string } | undefined {
  const { BRAND_LOGO, BRAND_LOGO_DARK } = brand();
  if (BRAND_LOGO === undefined) return undefined;
  return { src: "/brand/logo", ...(BRAND_LOGO_DARK !== undefined && { dark: "/brand/logo-dark" }) };
}
