import { Lock, MessageCircleQuestionMark, ShieldCheck, ShoppingBag } from "lucide";
import { getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { OutsideLink } from "#components/site/seller-links.tsx";
import { Icon } from "#components/ui/icon.tsx";
import type { CartView } from "#lib/cart/cart-view.ts";
import { isCardShown } from "#lib/checkout/pay/payment-methods.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";
import type { Seller } from "#lib/ticketing/model/event.ts";
import { currencyName } from "#lib/ticketing/model/money.ts";
import type { PayableOrder } from "#lib/ticketing/model/payment-parts.ts";
import { refundLines } from "../refund-lines.ts";

type TrustLinesProps = {
  readonly view: CartView;
  readonly order: PayableOrder;
  readonly seller: Seller;
  readonly locale: Locale;
  readonly now: Date;
};

/** Who is paid, what is refunded, and what happens to the card. */
export async function TrustLines({ view: { events, summary }, order, seller, locale, now }: TrustLinesProps) {
  const [t, links] = await Promise.all([getTranslations("Pay"), getTranslations("Seller")]);
  const refunds = refundLines(events, locale, wordsOf(locale).Facts, now);
  const currency = currencyName(summary.total.currency, locale);
  return (
    <ul className="reserved-only flex flex-col gap-2.5 text-sm">
      <Trust icon={<Icon of={ShoppingBag} {...ICON} />}>
        {t.rich("payee", {
          seller: seller.name,
          currency,
          b: (name) => (
            <b className="font-semibold">
              <bdi>{name}</bdi>
            </b>
          ),
        })}
      </Trust>
      {(refunds.lines.length > 0 || seller.refundPolicyUrl !== undefined) && (
        <Trust
          icon={
            refunds.isPromised ? (
              <Icon of={ShieldCheck} {...ICON} />
            ) : (
              <Icon of={MessageCircleQuestionMark} className="size-5 text-ink-muted" />
            )
          }
        >
          {refunds.lines.map((refund) => (
            <p key={refund}>{refund}</p>
          ))}
          {seller.refundPolicyUrl !== undefined && (
            <OutsideLink
              href={seller.refundPolicyUrl}
              className="-my-2.5 inline-flex min-h-11 items-center text-accent-text underline underline-offset-4"
            >
              {links("refunds")}
            </OutsideLink>
          )}
        </Trust>
      )}
      {isCardShown(order) && <Trust icon={<Icon of={Lock} {...ICON} />}>{t("once")}</Trust>}
    </ul>
  );
}

const ICON = { className: "size-5 text-ok" } as const;

function Trust({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span className="mt-0.5 shrink-0">{icon}</span>
      <span className="min-w-0">{children}</span>
    </li>
  );
}
