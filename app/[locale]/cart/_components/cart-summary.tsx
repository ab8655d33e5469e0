import type { Route } from "next";
import Link from "next/link";
import { getMessages, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import type { CartView } from "#app/[locale]/checkout/cart-view.ts";
import { Savings } from "#components/cart-review.tsx";
import { Price } from "#components/price.tsx";
import { ReleaseForm } from "#components/release-form.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { releaseTickets } from "../actions.ts";

type CartSummaryProps = {
  readonly view: CartView;
  readonly locale: string;
  /** Absent when the hold has ended: then there is nothing to go on with. */
  readonly goOn: Route | undefined;
  readonly children: ReactNode;
};

/** What each rule takes off, the one total, and the way on. */
export async function CartSummary({ view, locale, goOn, children }: CartSummaryProps) {
  const [t, { Hold }] = await Promise.all([getTranslations("Hold"), getMessages()]);
  return (
    <section
      aria-label={t("review")}
      className="flex flex-col gap-4 rounded-xl border border-line bg-surface p-5 shadow-raise"
    >
      <Savings savings={view.savings} locale={locale} />
      <div className="flex items-baseline justify-between gap-4">
        <p className="flex flex-col">
          <span className="text-lg font-semibold">{t("total")}</span>
          <span className="text-sm text-ink-muted">{t("included")}</span>
        </p>
        <Price money={view.total} locale={locale} free={t("free")} className="text-2xl font-semibold" />
      </div>
      {goOn !== undefined && (
        <Link href={goOn} className={buttonClass("primary", "w-full text-lg")} prefetch={false}>
          {t("continue")}
        </Link>
      )}
      <div className="-mb-2 flex flex-col border-t border-line pt-2 text-sm">
        {children}
        <ReleaseForm
          action={releaseTickets}
          locale={locale}
          words={{ release: t("release"), releasing: t("releasing"), lost: Hold.lost }}
        />
      </div>
    </section>
  );
}
