import { getTranslations } from "next-intl/server";
import { buttonClass } from "#components/ui/button.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { catalogueGroup } from "#lib/catalogue/calendar.ts";
import { spanText } from "#lib/catalogue/dates/span-text.ts";
import { contentLanguage } from "#lib/i18n/content-language.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import type { Event } from "#lib/ticketing/model/event.ts";

type NoMoreProps = { readonly event: Event; readonly locale: string; readonly now: Date };

/** The number of the group's next events shown here; the group's page has the others. */
const NEXT_MAX = 3;

/** Shown on the page of a past or cancelled event: its state, and the next events of its group. */
export async function NoMore({ event, locale, now }: NoMoreProps) {
  const t = await getTranslations("Event");
  const isCancelled = event.saleStatus === "CANCELLED";
  const next = await nextOf(event);
  return (
    <Panel tone={isCancelled ? "bad" : "plain"} className="flex flex-col items-start gap-4">
      <div className="flex flex-col gap-1">
        <h2 className="text-xl">{isCancelled ? t("state.CANCELLED") : t("over")}</h2>
        <p className="text-sm text-ink-muted">{isCancelled ? t("state.CANCELLED_TEXT") : t("overText")}</p>
      </div>
      {next !== undefined && (
        <div className="flex flex-col gap-1">
          <h3 className="text-base">{t("nextOf", { group: next.group })}</h3>
          <ul>
            {next.events.map(({ id, name, firstDate, firstDateEnd, venue }) => (
              <li key={id}>
                <a
                  href={`/${locale}/events/${id}`}
                  className="inline-block py-1.5 font-semibold text-accent-text underline underline-offset-4"
                >
                  <bdi lang={contentLanguage()}>{name}</bdi>
                </a>
                {firstDate !== undefined && (
                  <span className="figures text-sm text-ink-muted">
                    {" "}
                    {spanText({ startsAt: firstDate, endsAt: firstDateEnd }, locale, venue.timeZone, now)}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </div>
      )}
      <a href={`/${locale}`} className={buttonClass("secondary")}>
        {t("seeWhatsOn")}
      </a>
    </Panel>
  );
}

/** Returns the next events of the first group that has some. A fault hides them and nothing else. */
async function nextOf({ id, groups }: Event) {
  for (const group of groups) {
    const read = await undefinedOnFault(catalogueGroup(group.id));
    const events = (read?.value?.events ?? [])
      .filter((other) => other.id !== id && other.saleStatus !== "CANCELLED")
      .slice(0, NEXT_MAX);
    if (events.length > 0) return { group: group.name, events };
  }
  return undefined;
}
