import { useTranslations } from "next-intl";
import type { Event } from "#lib/domain/event.ts";

type PartOfProps = { readonly groups: Event["groups"]; readonly locale: string };

/** The festival or series that the event belongs to, and the way to the rest of it. */
export function PartOf({ groups, locale }: PartOfProps) {
  const t = useTranslations("Event");
  if (groups.length === 0) return null;
  return (
    <p className="text-sm">
      {t("partOf")}{" "}
      {groups.map(({ id, name }, at) => (
        <span key={id}>
          {at > 0 && ", "}
          <a
            href={`/${locale}/groups/${id}`}
            className="inline-block py-1 font-semibold text-accent-text underline underline-offset-4"
          >
            <bdi>{name}</bdi>
          </a>
        </span>
      ))}
    </p>
  );
}
