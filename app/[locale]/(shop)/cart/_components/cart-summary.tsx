import type { Route } from "next";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Price } from "#components/cart/price.tsx";
import { SummaryRows, SummaryTotal } from "#components/cart/summary-total.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { PageLink } from "#components/ui/page-link.tsx";
import type { CartView } from "#lib/cart/cart-view.ts";
import { RemoveCode } from "./remove-code.tsx";

type CartSummaryProps = {
  readonly view: CartView;
  readonly locale: string;
  readonly checkoutHref: Route;
  /** The code field. */
  readonly children: ReactNode;
};

/** Subtotal, savings, code field, total, and the button to check out. */
export async function CartSummary({ view: { summary }, locale, checkoutHref, children }: CartSummaryProps) {
  const t = await getTranslations("Cart");
  return (
    <section
      aria-labelledby="summary"
      className="flex flex-col gap-4 rounded-xl border border-line bg-surface p-5 shadow-raise lg:p-6"
    >
      <h2 id="summary" className="text-xl">
        {t("summary")}
      </h2>
      <SummaryRows
        summary={summary}
        locale={locale}
        codeOf={({ code }) => code !== undefined && <RemoveCode code={code} locale={locale} />}
      />
      {children}
      <div className="flex flex-col gap-4 border-t border-line pt-4">
        <SummaryTotal
          total={summary.total}
          {...(summary.rows.length > 1 && { saved: summary.saved })}
          locale={locale}
        />
        <div className="hidden lg:block">
          <PageLink href={checkoutHref} className={buttonClass("primary", "w-full")}>
            {t("continue")}
          </PageLink>
        </div>
      </div>
    </section>
  );
}

type CartBarProps = Pick<CartSummaryProps, "view" | "locale" | "checkoutHref">;

/** Total and button, fixed at the bottom of a phone's screen. */
export async function CartBar({ view: { summary }, locale, checkoutHref }: CartBarProps) {
  const t = await getTranslations("Cart");
  return (
    <div
      data-bar="cart"
      className="reserved-only fixed inset-x-0 bottom-0 z-30 bg-surface pb-[env(safe-area-inset-bottom)] shadow-bar lg:hidden print-hidden"
    >
      <div className="gutter flex items-center justify-between gap-4 py-3">
        <p className="flex flex-col">
          <span className="text-xs text-ink-muted">{t("totalIncluded")}</span>
          <Price
            money={summary.total}
            locale={locale}
            free={t("free")}
            className="font-display text-xl font-bold [font-variant-numeric:proportional-nums] in-[body:has([data-changing])]:text-ink-muted"
          />
        </p>
        <PageLink href={checkoutHref} className={buttonClass("primary", "min-h-13 px-8 max-[22rem]:px-3")}>
          {t("continue")}
        </PageLink>
      </div>
    </div>
  );
}
