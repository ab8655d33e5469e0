import type { ReactNode } from "react";
import { bricolage, bricolageExt, bricolageMacrons, instrument, instrumentExt } from "#app/fonts.ts";
import { PartLinks } from "#components/site/part-links.tsx";
import { contentLanguage } from "#lib/i18n/content-language.ts";
import { directionOf } from "#lib/i18n/languages.ts";
import { accountCurrency } from "#lib/ticketing/model/money.ts";

const FONTS = [bricolage, bricolageMacrons, bricolageExt, instrument, instrumentExt]
  .map(({ variable }) => variable)
  .join(" ");

type DocumentProps = {
  readonly locale: string;
  /** By default that of the visitor's system. */
  readonly theme?: "light";
  readonly children: ReactNode;
};

/** The root element of every page, the not-found page included. */
export function Document({ locale, theme, children }: DocumentProps) {
  return (
    <html
      lang={locale}
      dir={directionOf(locale)}
      data-currency={accountCurrency()}
      data-content-language={contentLanguage()}
      data-theme={theme}
      className={FONTS}
    >
      <head>
        <link rel="stylesheet" href="/brand.css" precedence="brand" />
        <link rel="icon" href="/brand/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/brand/icon-180.png" />
      </head>
      <body className="flex flex-col">
        {children}
        <PartLinks />
      </body>
    </html>
  );
}
