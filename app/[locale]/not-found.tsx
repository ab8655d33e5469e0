import { getLocale } from "next-intl/server";
import { NotFoundPage } from "#app/not-found-page.tsx";

export default async function NotFound() {
  return <NotFoundPage locale={await getLocale()} />;
}
