import { useTranslations } from "next-intl";
import type { Event } from "#lib/ticketing/model/event.ts";

type PartOfProps = { readonly groups: Event["groups"]; readonly locale: string };

/** The festival or series of the event, above its title. */
export function PartOf({ groups, locale }: PartOfProps) {
  const t = useTranslations("Event");
  if (groups.length === 0) return null;
  return (
    <p className="text-xs font-semibold lg:text-base lg:text-accent-text">
      <span className="sr-only">{t("partOf")}</span>{" "}
      {groups.map(({ id, name }, at) => (
        <span key={id}>
          {at > 0 && ", "}
          <a href={`/${locale}/groups/${id}`} className="inline-block py-1 underline-offset-4 hover:underline">
            <bdi>{name}</bdi>
          </a>
        </span>
      ))}
    </p>
  );
}
