import type { Route } from "next";
import { getTranslations } from "next-intl/server";
import { Conditions } from "#app/[locale]/checkout/conditions.tsx";
import type { Locale } from "#lib/i18n/routing.ts";
import type { Seller } from "#lib/ticketing/model/event.ts";

type PayFootProps = { readonly conditions: readonly string[]; readonly seller: Seller; readonly locale: Locale };

/** Below the button: the conditions, help, and a link back to the cart. */
export async function PayFoot({ conditions, seller: { termsUrl, email }, locale }: PayFootProps) {
  const t = await getTranslations("Pay");
  const link = "inline-flex min-h-11 items-center underline underline-offset-4";
  return (
    <div className="flex flex-col items-center gap-1 text-center text-sm text-ink-muted">
      <Conditions urls={conditions.length > 0 || termsUrl === undefined ? conditions : [termsUrl]} />
      <p className="flex flex-wrap justify-center gap-x-4">
        {email !== undefined && (
          <a href={`mailto:${email}`} className={link}>
            {t("help")}
          </a>
        )}
        <a href={`/${locale}/cart` as Route} className={link}>
          {t("toCart")}
        </a>
      </p>
    </div>
  );
}
