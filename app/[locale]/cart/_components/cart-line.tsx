import { getMessages, getTranslations } from "next-intl/server";
import { Price } from "#components/cart/price.tsx";
import { QuantityStepper } from "#components/cart/quantity-stepper.tsx";
import { negativeAmount } from "#components/cart/summary-total.tsx";
import type { CartLine } from "#lib/cart/cart-view.ts";
import { reducedTotal } from "#lib/cart/order-lines.ts";
import { inSection } from "#lib/i18n/words.ts";
import { formatMoney, isZero, type Money } from "#lib/ticketing/model/money.ts";
import { changeTickets } from "../actions.ts";

type CartLineRowProps = {
  readonly line: CartLine;
  readonly eventId: number;
  readonly locale: string;
  /** The total of the cart, announced after a change. Absent where nothing can be changed. */
  readonly cartTotal: Money | undefined;
};

/** One line of the cart: type, section and price, its savings, a stepper, and the total. */
export async function CartLineRow({ line, eventId, locale, cartTotal }: CartLineRowProps) {
  const t = await getTranslations("Cart");
  const { ticketTypeId, name, section, quantity, each, savings } = line;
  const id = `line-${ticketTypeId}`;
  const isChangeable = cartTotal !== undefined && line.limits !== undefined;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5 border-t border-line py-3 lg:grid-cols-[minmax(0,1fr)_auto_6rem] lg:gap-x-5">
      <div className="row-span-2 min-w-0 self-start lg:row-span-1 lg:self-center">
        <p id={id} className="font-semibold text-pretty">
          {!isChangeable && <span className="figures">{`${quantity} × `}</span>}
          <bdi>{inSection(name, section, locale)}</bdi>
        </p>
        {quantity > 1 && !isZero(each) && (
          <p className="figures text-sm text-ink-muted">{t("each", { price: formatMoney(each, locale) })}</p>
        )}
        {savings.map((saving) => (
          <p key={saving.rule} className="text-sm text-ok">
            <bdi>{saving.name}</bdi>{" "}
            <span className="figures whitespace-nowrap">{negativeAmount(saving.amount, locale)}</span>
          </p>
        ))}
      </div>
      <LineTotal line={line} locale={locale} />
      {isChangeable && <Stepper line={line} eventId={eventId} locale={locale} cartTotal={cartTotal} />}
    </li>
  );
}

/** The total of the line; where something was taken off, the full price too, struck out. */
async function LineTotal({ line, locale }: Pick<CartLineRowProps, "line" | "locale">) {
  const t = await getTranslations("Cart");
  const reduced = reducedTotal(line);
  return (
    <p className="col-start-2 row-start-1 flex flex-col text-end lg:col-start-3">
      {reduced !== undefined && (
        <>
          <span className="sr-only">{t("fullPrice")}</span>
          <s className="text-sm text-ink-muted">
            <Price money={line.total} locale={locale} />
          </s>
          <span className="sr-only">{t("reducedPrice")}</span>
        </>
      )}
      <Price money={reduced ?? line.total} locale={locale} free={t("free")} className="font-semibold" />
    </p>
  );
}

async function Stepper({ line, eventId, locale, cartTotal }: CartLineRowProps & { readonly cartTotal: Money }) {
  const [t, picker, { Cart }] = await Promise.all([
    getTranslations("Cart"),
    getTranslations("Event.picker"),
    getMessages(),
  ]);
  const { ticketTypeId, section, quantity, limits } = line;
  const name = inSection(line.name, section, locale);
  const most = limits?.most;
  return (
    <QuantityStepper
      key={ticketTypeId}
      action={changeTickets}
      hidden={{ locale, event: eventId, ticketType: ticketTypeId }}
      quantity={quantity}
      least={limits?.least ?? 1}
      most={most}
      left={limits?.left}
      labelledBy={`line-${ticketTypeId}`}
      words={{
        more: picker("more", { name }),
        fewer: picker("fewer", { name }),
        remove: t("removeOf", { event: name }),
        atMost: picker("most", { count: most ?? 0 }),
        noneLeft: picker("noneLeft"),
        changed: t("change.changed", { count: quantity, name, total: formatMoney(cartTotal, locale) }),
        lost: Cart.lost,
      }}
    />
  );
}
