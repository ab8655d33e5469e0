import "./shop.css";
import { setRequestLocale } from "next-intl/server";
import { Document } from "#app/document.tsx";
import { NotFoundPage } from "#app/not-found-page.tsx";
import { routing } from "#lib/i18n/routing.ts";

const locale = routing.defaultLocale;

/** For an address outside every language. */
export default function GlobalNotFound() {
  setRequestLocale(locale);
  return (
    <Document locale={locale}>
      <main id="content">
        <NotFoundPage locale={locale} />
      </main>
    </Document>
  );
}
