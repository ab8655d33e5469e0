import { ChevronDown, SlidersHorizontal } from "lucide";
import { useTranslations } from "next-intl";
import { buttonClass } from "#components/ui/button.tsx";
import { INPUT_CLASS } from "#components/ui/field.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Select } from "#components/ui/select.tsx";
import { WideOpen } from "#components/ui/wide-open.tsx";
import type { Search } from "#lib/catalogue/search-query.ts";
import { addressText } from "#lib/i18n/words.ts";
import type { Facets } from "#lib/ticketing/model/calendar.ts";
import { SyncedWithUrl } from "./synced-with-url.tsx";

type FiltersProps = { readonly search: Search; readonly facets: Facets };
type Choice = { readonly value: string; readonly text: string };

/** The filters. Folded on a phone, beside the list on a wide screen. */
export function Filters({ search, facets }: FiltersProps) {
  const t = useTranslations("Search");
  const { from, to, venue, town, tag, dateGroup, group } = search;
  const set = [from, to, venue, town, tag, dateGroup, group].filter((one) => one !== undefined).length;
  return (
    <WideOpen className="group rounded-xl border border-line bg-surface lg:details-content:h-auto lg:details-content:[content-visibility:visible]">
      <summary className="flex min-h-13 list-none items-center gap-3 px-5 py-3 font-semibold lg:pointer-events-none [&::-webkit-details-marker]:hidden">
        <Icon of={SlidersHorizontal} size={19} className="text-accent-text" />
        {t("filters")}
        {set > 0 && (
          <span className="figures text-sm font-normal text-ink-muted">{t("filtersSet", { count: set })}</span>
        )}
        <Icon of={ChevronDown} size={20} className="ms-auto text-ink-muted group-open:rotate-180 lg:hidden" />
      </summary>
      <div className="grid grid-cols-2 gap-4 px-5 pb-5 lg:grid-cols-1">
        <DayField name="from" label={t("from")} value={from} />
        <DayField name="to" label={t("to")} value={to} />
        <Choose
          name="venue"
          label={t("venue")}
          any={t("anyVenue")}
          value={venue}
          choices={facets.venues.flatMap(({ id, name, city }) =>
            // A service need not name the venue of an event.
            name === "" ? [] : { value: String(id), text: addressText([name, city]) },
          )}
        />
        {(facets.towns.length > 1 || town !== undefined) && (
          <Choose name="town" label={t("town")} any={t("anyTown")} value={town} choices={facets.towns.map(same)} />
        )}
        <Choose name="tag" label={t("tag")} any={t("anyTag")} value={tag} choices={facets.tags.map(same)} />
        <Choose
          name="group"
          label={t("group")}
          any={t("anyGroup")}
          value={group}
          choices={facets.eventGroups.map(({ id, name }) => ({ value: String(id), text: name }))}
        />
        <Choose
          name="dateGroup"
          label={t("dateGroup")}
          any={t("anyDateGroup")}
          value={dateGroup}
          choices={facets.dateGroups.map(same)}
        />
        <button type="submit" form="search" className={buttonClass("secondary", "col-span-full")}>
          {t("apply")}
        </button>
      </div>
    </WideOpen>
  );
}

function same(text: string): Choice {
  return { value: text, text };
}

type DayFieldProps = { readonly name: string; readonly label: string; readonly value: string | undefined };

function DayField({ name, label, value = "" }: DayFieldProps) {
  return (
    <div className="col-span-full flex min-w-0 flex-col gap-1.5 sm:col-span-1 lg:col-span-full">
      <label htmlFor={name} className="text-sm font-semibold">
        {label}
      </label>
      <SyncedWithUrl value={value}>
        <input
          id={name}
          name={name}
          form="search"
          type="date"
          defaultValue={value}
          min="2000-01-01"
          max="2199-12-31"
          className={`${INPUT_CLASS} border-line-strong px-3`}
        />
      </SyncedWithUrl>
    </div>
  );
}

type ChooseProps = {
  readonly name: string;
  readonly label: string;
  readonly any: string;
  readonly value: string | number | undefined;
  readonly choices: readonly Choice[];
};

/** A selected value stays in the list, also where no upcoming event has it. */
function Choose({ name, label, any, value, choices }: ChooseProps) {
  const chosen = value === undefined ? "" : String(value);
  const all =
    chosen === "" || choices.some((choice) => choice.value === chosen)
      ? choices
      : [...choices, { value: chosen, text: typeof value === "string" ? value : label }];
  if (all.length === 0) return null;
  return (
    <div className="col-span-full flex min-w-0 flex-col gap-1.5 sm:col-span-1 lg:col-span-full">
      <label htmlFor={name} className="text-sm font-semibold">
        {label}
      </label>
      <SyncedWithUrl value={chosen}>
        <Select id={name} name={name} form="search" defaultValue={chosen}>
          <option value="">{any}</option>
          {all.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.text}
            </option>
          ))}
        </Select>
      </SyncedWithUrl>
    </div>
  );
}
