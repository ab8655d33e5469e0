import { getLocale } from "next-intl/server";
import { Lost } from "#app/lost.tsx";

export default async function NotFound() {
  return <Lost locale={await getLocale()} />;
}
