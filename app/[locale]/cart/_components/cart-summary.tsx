import type { Route } from "next";
import Link from "next/link";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Price } from "#components/cart/price.tsx";
import { SummaryRows, SummaryTotal } from "#components/cart/summary-total.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import type { CartView } from "#lib/purchase/cart-view.ts";
import { RemoveCode } from "./remove-code.tsx";

type CartSummaryProps = {
  readonly view: CartView;
  readonly locale: string;
  /** Absent when the reservation has ended: then there is nothing to go on with. */
  readonly goOn: Route | undefined;
  /** The code field. */
  readonly children: ReactNode;
};

/** The subtotal, each saving once, the code field, the one total, and the way on. */
export async function CartSummary({ view: { summary }, locale, goOn, children }: CartSummaryProps) {
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
        words={{ subtotal: t("subtotal") }}
        codeOf={({ code }) => code !== undefined && <RemoveCode code={code} locale={locale} />}
      />
      {children}
      <div className="flex flex-col gap-4 border-t border-line pt-4">
        <SummaryTotal
          total={summary.total}
          saved={summary.saved}
          locale={locale}
          words={{
            total: t("total"),
            included: t("included"),
            free: t("free"),
            youSave: (amount) => t("youSave", { amount }),
          }}
        />
        {goOn !== undefined && (
          <div className="hidden lg:block">
            <Link href={goOn} className={buttonClass("primary", "w-full")} prefetch={false}>
              {t("continue")}
            </Link>
          </div>
        )}
      </div>
    </section>
  );
}

type CartBarProps = Pick<CartSummaryProps, "view" | "locale"> & { readonly goOn: Route };

/** The total and the way on, within a thumb's reach on a phone. */
export async function CartBar({ view: { summary }, locale, goOn }: CartBarProps) {
  const t = await getTranslations("Cart");
  return (
    <div
      data-cart-bar=""
      className="fixed inset-x-0 bottom-0 z-30 bg-surface pb-[env(safe-area-inset-bottom)] shadow-bar lg:hidden print-hidden"
    >
      <div className="gutter flex items-center justify-between gap-4 py-3">
        <p className="flex flex-col">
          <span className="text-xs text-ink-muted">{t("totalIncluded")}</span>
          <Price
            money={summary.total}
            locale={locale}
            free={t("free")}
            className="font-display text-xl font-bold [font-variant-numeric:proportional-nums]"
          />
        </p>
        <Link href={goOn} className={buttonClass("primary", "min-h-13 px-8")} prefetch={false}>
          {t("continue")}
        </Link>
      </div>
    </div>
  );
}
