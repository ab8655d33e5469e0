import type { Route } from "next";
import { getTranslations } from "next-intl/server";
import { ColourField } from "#app/[locale]/promoter/_components/form/colour-field.tsx";
import { ANY_SITE, BACK_MAX, type ShareQuery, THEMES } from "#app/[locale]/promoter/share/share-query.ts";
import { mayReturn, type OwnSite } from "#app/[locale]/promoter/share/site.ts";
import { Field } from "#components/ui/field.tsx";
import { SelectField } from "#components/ui/select-field.tsx";

type LookFieldsProps = {
  readonly sites: readonly OwnSite[];
  readonly site: OwnSite | undefined;
  readonly query: ShareQuery;
  readonly accent: string;
  readonly locale: string;
};

/** The page on which it is pasted, where buyers come back to, and its colours. */
export async function LookFields({
  sites,
  site,
  query: { site: asked, back, theme },
  accent,
  locale,
}: LookFieldsProps) {
  const t = await getTranslations("Kit");
  const prefix = site?.returnPrefix;
  const isAnother = asked === ANY_SITE || sites.length === 0;
  const isElsewhere = site !== undefined && prefix !== undefined && back !== "" && !mayReturn(site, back);
  return (
    <fieldset className="grid items-start gap-5 border-t border-line pt-5 sm:grid-cols-2">
      <legend className="sr-only">{t("look")}</legend>
      {sites.length > 0 && (
        <SelectField
          name="site"
          label={t("site")}
          hint={t("siteHint")}
          defaultValue={site?.origin ?? (isAnother ? ANY_SITE : "")}
          className="sm:col-span-2"
        >
          {site === undefined && !isAnother && <option value="">{t("chooseSite")}</option>}
          {sites.map(({ origin, host }) => (
            <option key={origin} value={origin}>
              {host}
            </option>
          ))}
          <option value={ANY_SITE}>{t("anySite")}</option>
        </SelectField>
      )}
      {isAnother && (
        <p className="text-sm text-ink-muted sm:col-span-2">
          {t.rich("noSites", {
            link: (chunks) => (
              <a href={`/${locale}/promoter/settings/embeds` as Route} className="underline underline-offset-4">
                {chunks}
              </a>
            ),
          })}
        </p>
      )}
      {prefix !== undefined && (
        <Field
          key={prefix}
          name="back"
          label={t("back")}
          hint={t("backHint", { prefix: `\u2068${prefix}\u2069` })}
          error={isElsewhere ? t("backElsewhere", { prefix: `\u2068${prefix}\u2069` }) : undefined}
          defaultValue={back || prefix}
          maxLength={BACK_MAX}
          inputMode="url"
          autoCapitalize="off"
          spellCheck={false}
          dir="ltr"
          className="sm:col-span-2"
        />
      )}
      <ColourField
        name="accent"
        label={t("accent")}
        hint={t("accentHint")}
        defaultValue={accent}
        maxLength={7}
        pick={t("pickAccent")}
      />
      <SelectField name="theme" label={t("theme")} hint={t("themeHint")} defaultValue={theme}>
        {THEMES.map((each) => (
          <option key={each} value={each}>
            {t(`themes.${each}`)}
          </option>
        ))}
      </SelectField>
    </fieldset>
  );
}
