import { getLocale, getMessages, getTranslations } from "next-intl/server";
import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { Chip } from "#components/ui/chip.tsx";
import { Dotted } from "#components/ui/dotted.tsx";
import { spanInFull } from "#lib/catalogue/dates/span-text.ts";
import { doorsText } from "#lib/catalogue/facts-text.ts";
import type { OpenChoice } from "#lib/orders/date-choices.ts";
import { formatMoney, isZero } from "#lib/ticketing/model/money.ts";
import { optionText } from "#lib/ticketing/model/sale.ts";

type ChoiceOptionsProps = { readonly open: OpenChoice; readonly chosen: string | undefined };

/** What the buyer may choose for one cancelled date, in a form that changes nothing: it opens the page to confirm. */
export async function ChoiceOptions({ open, chosen }: ChoiceOptionsProps) {
  const [t, locale, { Facts }] = await Promise.all([getTranslations("DateChoice"), getLocale(), getMessages()]);
  const { id, dates, amount } = open;
  const option = (value: string) => ({ group: id, value, isChecked: value === chosen });
  return (
    <form method="get" className="flex flex-col gap-5">
      <input type="hidden" name="of" value={id} />
      <fieldset className="overflow-hidden rounded-xl border border-line bg-surface">
        <legend className="sr-only">{t("question")}</legend>
        {dates.map((date) => (
          <Option key={date.id} {...option(optionText({ moveTo: date.id }))} isFull={!date.hasPlaces}>
            <span className="figures font-semibold">
              {t("move", { when: spanInFull(date, locale, date.timeZone, "long") })}
            </span>{" "}
            {date.hasPlaces || <Chip>{t("noPlaces")}</Chip>}
            <span className="block text-sm text-ink-muted">
              <Dotted>
                {date.doors !== undefined &&
                  date.hasPlaces &&
                  doorsText({ at: date.doors }, locale, date.timeZone, Facts)}
                {t(date.hasPlaces ? "moveHint" : "noPlacesHint")}
              </Dotted>
            </span>
          </Option>
        ))}
        <Option {...option("refund")}>
          <span className="font-semibold">
            {amount === undefined || isZero(amount)
              ? t("refund")
              : t("refundAmount", { amount: formatMoney(amount, locale) })}
          </span>
          <span className="block text-sm text-ink-muted">
            {t(amount !== undefined && isZero(amount) ? "returnHint" : "refundHint")}
          </span>
        </Option>
        <Option {...option("keep")}>
          <span className="font-semibold">{t("keep")}</span>
          <span className="block text-sm text-ink-muted">{t("keepHint")}</span>
        </Option>
      </fieldset>
      <Button className="self-start max-sm:self-stretch">{t("next")}</Button>
    </form>
  );
}

type OptionProps = {
  readonly group: string;
  readonly value: string;
  readonly isChecked: boolean;
  readonly isFull?: boolean;
  readonly children: ReactNode;
};

function Option({ group, value, isChecked, isFull = false, children }: OptionProps) {
  const id = `${group}-${value}`;
  return (
    <label
      htmlFor={id}
      className="flex items-start gap-3 border-line p-4 not-first-of-type:border-t has-checked:bg-accent-soft has-disabled:bg-sunken"
    >
      <input
        type="radio"
        id={id}
        name="to"
        value={value}
        required
        disabled={isFull}
        defaultChecked={isChecked && !isFull}
        className="choice mt-0.5 rounded-full"
      />
      <span className="min-w-0">{children}</span>
    </label>
  );
}
