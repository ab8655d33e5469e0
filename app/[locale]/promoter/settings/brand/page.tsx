import { getMessages, getTranslations } from "next-intl/server";
import { FormPage } from "#app/[locale]/promoter/_components/form/form-page.tsx";
import { NotOffered } from "#app/[locale]/promoter/_components/instead-of-page.tsx";
import { type AtWork, promoterPage } from "#app/[locale]/promoter/promoter-page.tsx";
import { SettingsHeader } from "#app/[locale]/promoter/settings/_components/settings-page.tsx";
import { changeBrand } from "#app/[locale]/promoter/settings/brand/actions.ts";
import { NOT_INDEXED } from "#app/page-metadata.ts";
import { Panel } from "#components/ui/panel.tsx";
import { othersOnSale } from "#lib/catalogue/events.ts";
import { brand } from "#lib/env.ts";
import { directionOf } from "#lib/i18n/languages.ts";
import { excerpt, fill } from "#lib/i18n/words.ts";
import { BRAND_FIELDS, brandValuesOf, fieldsOf, getAccount } from "#lib/ticketing/manage/account.ts";
import { accountCurrency } from "#lib/ticketing/model/money.ts";
import { colourLook } from "#lib/tickets/art/colour-look.ts";
import { ColourPreview } from "./_components/colour-preview.tsx";

type Props = PageProps<"/[locale]/promoter/settings/brand">;

export const metadata = NOT_INDEXED;

export default promoterPage(BrandPage, ["MANAGE"]);

/** The shop's name, colour and legal texts, and how buyers see them. */
async function BrandPage({ searchParams }: Props, { credential, accountId, locale }: AtWork) {
  const account = await getAccount(credential, accountId);
  const fields = account && fieldsOf(BRAND_FIELDS, account);
  if (account === undefined || fields?.length === 0) return <NotOffered locale={locale} />;

  const [t, { Brand, ColourPreview: preview, Event }, [event]] = await Promise.all([
    getTranslations(),
    getMessages(),
    othersOnSale(),
  ]);
  const values = brandValuesOf(account);
  const { BRAND_COLOUR } = brand();
  const words = {
    ...preview,
    // A name in another script keeps its own direction.
    title: `\u2068${excerpt(event?.name ?? values.name, 30)}\u2069`,
    button: Event.picker.reserve,
    link: Event.picker.inPrice,
  };
  const title = t("Settings.parts.brand");
  return (
    <FormPage
      locale={locale}
      screen="Brand"
      fields={fields ?? []}
      action={changeBrand}
      opened={{ id: accountId, values }}
      title={title}
      heading={<SettingsHeader part="brand" locale={locale} />}
      back={{ href: `/${locale}/promoter/settings/brand`, label: t("Settings.title") }}
      saved={(await searchParams).saved}
      button={Brand.save}
      ownWords={setByOperator(Brand)}
      beside={
        <>
          {"brand" in account && (
            <ColourPreview
              input="brand.colour"
              stored={colourLook(values["brand.colour"] || BRAND_COLOUR)}
              locale={locale}
              isRightToLeft={directionOf(locale) === "rtl"}
              words={words}
            />
          )}
          <Panel className="shadow-raise">
            <h2 className="text-base">{Brand.money}</h2>
            <dl className="mt-2 grid grid-cols-[auto_1fr] gap-x-6 gap-y-1 text-sm">
              <dt className="text-ink-muted">{Brand.currency}</dt>
              <dd>{currencyName(locale)}</dd>
              <dt className="text-ink-muted">{Brand.timeZone}</dt>
              <dd>{Brand.timeZoneText}</dd>
            </dl>
            <p className="mt-2 text-xs text-ink-muted">{Brand.currencyFixed}</p>
          </Panel>
        </>
      }
    />
  );
}

function currencyName(locale: string): string {
  const code = accountCurrency() ?? "";
  return new Intl.DisplayNames(locale, { type: "currency" }).of(code) ?? code;
}

type Words = Readonly<Record<string, string>>;

/** Returns the hints that name what the operator of the shop has set: it wins, or is used for what is empty. */
function setByOperator(words: Words): Words {
  const { BRAND_NAME, BRAND_COLOUR, SUPPORT_EMAIL, TERMS_URL, PRIVACY_URL, REFUND_POLICY_URL } = brand();
  const used = (hint: string, value: string | undefined) => {
    const own = words[hint] ?? "";
    return value ? { [hint]: `${own} ${fill(words.usedIfEmpty ?? "", { value })}`.trim() } : {};
  };
  return {
    ...(BRAND_NAME !== undefined && { nameHint: fill(words.nameOfOperator ?? "", { name: BRAND_NAME }) }),
    ...used("colourHint", BRAND_COLOUR),
    ...used("supportEmailHint", SUPPORT_EMAIL),
    ...used("termsHint", TERMS_URL),
    ...used("privacyHint", PRIVACY_URL),
    ...used("refundsHint", REFUND_POLICY_URL),
  };
}
