import { getTranslations } from "next-intl/server";
import { ACCESS, type Access } from "#lib/ticketing/manage/access-form.ts";

/** So many dates are named; the page of the person has all. */
const NAMED_MAX = 3;

type Words = Awaited<ReturnType<typeof getTranslations<"Users">>>;

/** What a person has access to, in words; of the door the dates. */
export async function AccessChips({ access }: { readonly access: Access }) {
  const t = await getTranslations("Users");
  const { capabilities } = access;
  const given = ACCESS.filter((one) => one !== "SCAN" && capabilities.includes(one)).map((one) => t(one));
  const all = [...given, ...(capabilities.includes("SCAN") ? doorTexts(access.scanDates, t) : [])];
  if (capabilities.includes("PUBLIC")) all.push(t("PUBLIC"));
  return (
    <ul className="flex flex-wrap gap-1">
      {(all.length > 0 ? all : [t("noAccess")]).map((text) => (
        <li
          key={text}
          className="rounded-sm border border-line bg-sunken px-2 py-px text-xs font-semibold text-ink wrap-anywhere"
        >
          <bdi>{text}</bdi>
        </li>
      ))}
    </ul>
  );
}

function doorTexts(dates: Access["scanDates"], t: Words): readonly string[] {
  if (dates === null) return [t("doorAll")];
  const named = dates.slice(0, NAMED_MAX).map(({ eventDate, event }) => {
    if (eventDate === undefined) return t("doorEvent", { event: event?.name ?? "" });
    return t("doorDate", { date: eventDate.name });
  });
  const more = dates.length - named.length;
  return more > 0 ? [...named, t("doorMore", { count: more })] : named;
}
