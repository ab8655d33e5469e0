import { currentBrand, type ShopBrand } from "#lib/catalogue/seller.ts";
import { fill } from "#lib/i18n/words.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";

/** Returns a document's title: that of the page, and the shop. */
export async function documentTitle(title: string): Promise<string> {
  return inShop(title, await currentBrand());
}

const inShop = (title: string, { name }: ShopBrand) => `${title} · ${name}`;

/** Returns a page's title that says first that a form of it came back with an error, where it did. */
export function titleWithError(title: string, locale: string, isError: boolean): string {
  return isError ? fill(wordsOf(locale).Errors.titleWithError, { title }) : title;
}

/**
 * The document's title. The framework's metadata would arrive up to 650 ms after a page that a link opens, and until then there is no
 * title. It stands at the end of its page, since the first title in the server's document counts: an `ErrorTitle` comes before it.
 * It waits only while the shop's name is not known, so that it is part of the page's own answer.
 */
export function PageTitle({ children }: { readonly children: string }) {
  const titleOf = (brand: ShopBrand) => <title>{inShop(children, brand)}</title>;
  const brand = currentBrand();
  return brand instanceof Promise ? brand.then(titleOf) : titleOf(brand);
}
