import { getMessages, getTranslations } from "next-intl/server";
import { Price } from "#components/cart/price.tsx";
import { QuantityStepper } from "#components/cart/quantity-stepper.tsx";
import { negativeAmount } from "#components/cart/summary-total.tsx";
import type { CartLine } from "#lib/cart/cart-view.ts";
import { reducedTotal } from "#lib/cart/order-lines.ts";
import { contentLanguage } from "#lib/i18n/content-language.ts";
import { inSection } from "#lib/i18n/words.ts";
import { formatMoney, isZero, type Money } from "#lib/ticketing/model/money.ts";
import type { Loss } from "#lib/ticketing/model/reservation.ts";
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
  const { name, section, quantity, each, savings, showsEach } = line;
  const id = idOf(line);
  const isChangeable = cartTotal !== undefined;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1.5 border-t border-line py-3 lg:grid-cols-[minmax(0,1fr)_auto_6rem] lg:gap-x-5">
      <div className="row-span-2 min-w-0 self-start lg:row-span-1 lg:self-center">
        <p id={id} className="font-semibold text-pretty">
          {!isChangeable && <span className="figures">{`${quantity} × `}</span>}
          <bdi lang={contentLanguage()}>{inSection(name, section, locale)}</bdi>
        </p>
        {showsEach && !isZero(each) && (
          <p id={`${id}-each`} className="figures text-sm text-ink-muted">
            {t("each", { price: formatMoney(each, locale) })}
          </p>
        )}
        {savings.map((saving) => (
          <p key={saving.rule} className="text-sm text-ok">
            <bdi lang={contentLanguage()}>{saving.name}</bdi>{" "}
            <span className="figures whitespace-nowrap">{negativeAmount(saving.amount, locale)}</span>
          </p>
        ))}
      </div>
      <LineTotal line={line} locale={locale} />
      {isChangeable && <Stepper line={line} eventId={eventId} locale={locale} cartTotal={cartTotal} />}
      {isChangeable && <BeforeChange line={line} locale={locale} />}
    </li>
  );
}

/** Says what plus and minus cost, where that is more than the price of the line says. */
async function BeforeChange({
  line: { quantity, limits, fewer, today },
  locale,
}: Pick<CartLineRowProps, "line" | "locale">) {
  const t = await getTranslations("Cart");
  return (
    <>
      {today && (
        <p className="figures col-span-full text-sm text-ink-muted">
          {t("change.today", { price: formatMoney(today, locale) })}
        </p>
      )}
      {fewer && (
        <p className="figures col-span-full text-sm text-ink-muted">
          {t(quantity > limits.least ? "change.fewer" : "change.without", lossWords(fewer, locale))}
        </p>
      )}
    </>
  );
}

/** Returns the texts of what the rest of the cart costs, and of the savings that it loses. */
export function lossWords({ total, lost }: Loss, locale: string) {
  const savings = new Intl.ListFormat(locale).format(lost.map(({ name }) => name));
  return { total: formatMoney(total, locale), savings };
}

/** Two lines of one ticket type differ in the price. */
function idOf({ ticketTypeId, each }: CartLine): string {
  return `line-${ticketTypeId}-${each.minor}`;
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
  const { ticketTypeId, section, quantity, limits, each, today = each, isOneOfTwo } = line;
  const name = inSection(line.name, section, locale);
  const { most } = limits;
  return (
    <QuantityStepper
      key={ticketTypeId}
      action={changeTickets}
      hidden={{ locale, event: eventId, ticketType: ticketTypeId, each: each.minor, said: today.minor }}
      quantity={quantity}
      least={limits.least}
      most={most}
      left={limits.left}
      labelledBy={isOneOfTwo ? `${idOf(line)} ${idOf(line)}-each` : idOf(line)}
      words={{
        more: picker("more", { name }),
        fewer: picker("fewer", { name }),
        remove: t("removeOf", { event: name }),
        atMost: picker("most", { count: most ?? 0 }),
        noneLeft: picker("noneLeft"),
        changing: t("expired.reserving"),
        changed: t("change.changed", { count: quantity, name, total: formatMoney(cartTotal, locale) }),
        lost: Cart.lost,
      }}
    />
  );
}
