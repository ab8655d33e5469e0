import { getTranslations } from "next-intl/server";
import { codesLimitedText, codeWords } from "#app/code-words.ts";
import { unknownCodes, withinCodeTries } from "#lib/cart/code-tries.ts";
import { catalogueEvent } from "#lib/catalogue/events.ts";
import type { PickerData } from "#lib/catalogue/picker/picker-data.ts";
import { pickerDataOf } from "#lib/catalogue/picker/picker-data-of.ts";
import type { Locale } from "#lib/i18n/routing.ts";
import { wordsOf } from "#lib/i18n/words-of.ts";
import { visitorNetwork } from "#lib/security/visitor-network.ts";
import { undefinedOnFault } from "#lib/ticketing/client/fault.ts";
import { quote } from "#lib/ticketing/codes.ts";
import type { Event } from "#lib/ticketing/model/event.ts";
import { type TicketType, ticketTypesOf } from "#lib/ticketing/model/offering.ts";
import type { CodeAnswer, CodeResult } from "#lib/ticketing/model/pricing.ts";
import { getOffering } from "#lib/ticketing/offerings.ts";

type RevealedOffering = {
  readonly event: Event;
  readonly picker: PickerData | undefined;
  /** What the codes do, and why one of them does nothing, as a text. */
  readonly codeText: string;
  /** The same before one of several dates is chosen: no ticket is shown yet. */
  readonly codeTextFirst: string;
  /** One of the codes is unknown, over or for something else. */
  readonly isCodeRefused: boolean;
  /** There are codes, the service knows all of them, and refuses none. */
  readonly isCodeAccepted: boolean;
  /** None of the codes opens a ticket type that needs one, by the service's answer for all types. */
  readonly opensNone: boolean;
};

/** The maximum number of ticket types whose price is asked for, of the service's one request. */
const QUOTED_TYPES_MAX = 50;

/** A valid code may need more tickets, or others, before it saves anything. */
const MAY_STILL_APPLY: readonly CodeResult[] = ["APPLIED", "UNLOCKED", "REVEALED", "NO_EFFECT"];

/**
 * Returns an Event's offering with these codes; `undefined` where the Event does not exist. Where too many unknown codes were tried
 * from the visitor's network, none is checked, and the text says when it can be.
 */
export async function revealedOffering(
  eventId: number,
  codes: string,
  locale: Locale,
): Promise<RevealedOffering | undefined> {
  const check = async () => ({ found: await offeringWith(eventId, codes, locale) });
  const network = await visitorNetwork();
  const checked = await withinCodeTries(network, codes, check, ({ found }) => found?.unknown ?? []);
  if ("found" in checked) return checked.found;
  const without = await offeringWith(eventId, "", locale);
  const limited = await codesLimitedText(checked, locale);
  return without && { ...without, codeText: limited, codeTextFirst: limited, isCodeRefused: true };
}

async function offeringWith(
  eventId: number,
  revealCodes: string,
  locale: Locale,
): Promise<(RevealedOffering & { readonly unknown: readonly string[] }) | undefined> {
  const [{ value: event }, offering] = await Promise.all([
    catalogueEvent(eventId),
    getOffering(eventId, { revealCodes }),
  ]);
  if (event === undefined || offering === undefined) return undefined;
  const types = offering.groups.flatMap(ticketTypesOf);
  const [t, answers] = await Promise.all([
    getTranslations({ locale, namespace: "Event" }),
    answersTo(revealCodes, eventId, types),
  ]);
  const refused = answers?.filter(({ result }) => !MAY_STILL_APPLY.includes(result)) ?? [];
  const isUnlocked = answers?.some(({ result }) => result === "UNLOCKED") === true;
  const words = wordsOf(locale).Event.picker;
  const revealed = new Set(types.flatMap(({ name, revealed }) => (revealed ? [name] : [])));
  const refusals = await codeWords(refused, locale);
  return {
    event,
    picker: pickerDataOf(offering, { event, locale, words, now: new Date() }),
    codeText: [...refusals, effect("codeShows")].filter(Boolean).join(" "),
    codeTextFirst: [...refusals, effect("codeShowsOnDate")].filter(Boolean).join(" "),
    isCodeRefused: refused.length > 0,
    unknown: unknownCodes(refused),
    isCodeAccepted: answers !== undefined && answers.length > 0 && refused.length === 0,
    opensNone: answers !== undefined && answers.length > 0 && !isUnlocked && types.length <= QUOTED_TYPES_MAX,
  };

  function effect(shows: "codeShows" | "codeShowsOnDate"): string {
    const effects = [
      revealed.size > 0 && t(shows, { names: new Intl.ListFormat(locale).format(revealed) }),
      isUnlocked && t("codeUnlocks"),
    ].filter((text) => text !== false);
    if (effects.length > 0) return effects.join(" ");
    if (revealCodes.trim() === "" || answers?.length === refused.length) return "";
    return t(answers === undefined ? "codeUnchecked" : "codeShowsNothing");
  }
}

/** Returns the service's answer to each code, for one order of every ticket type; `undefined` where it does not tell. */
async function answersTo(
  codes: string,
  eventId: number,
  types: readonly TicketType[],
): Promise<readonly CodeAnswer[] | undefined> {
  if (codes.trim() === "" || types.length === 0) return [];
  const wanted = types
    .slice(0, QUOTED_TYPES_MAX)
    .map(({ id, minimum }) => ({ ticketTypeId: id, quantity: Math.max(1, minimum) }));
  return (await undefinedOnFault(quote(eventId, wanted, { codes })))?.codes;
}
