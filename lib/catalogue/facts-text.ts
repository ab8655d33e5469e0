import type { Messages } from "next-intl";
import { dayTimeText, minutesText, timeText } from "#lib/i18n/date-text.ts";
import { fill, percentText, plural } from "#lib/i18n/words.ts";

type FactsWords = Messages["Facts"];

/** The terms of a refund policy. */
type RefundTerms = {
  readonly untilHoursBefore: number;
  readonly percentage: number;
  readonly keepsFee: boolean;
};

type DatedDoors = { readonly startsAt: string; readonly doors?: string | undefined };

/** When the doors of several dates open: at one time, or so many minutes before the start. */
export type DoorsRule = { readonly at: string } | { readonly minutesBefore: number };

/** Returns the rule that holds for all dates with doors; `undefined` where there is none. */
export function doorsRule(dates: readonly DatedDoors[], timeZone: string): DoorsRule | undefined {
  const known = dates.flatMap(({ startsAt, doors }) => (doors === undefined ? [] : [{ startsAt, doors }]));
  const [first] = known;
  if (first === undefined || known.length < dates.length) return undefined;
  // The language does not matter: equal times have equal texts.
  if (new Set(known.map(({ doors }) => timeText(doors, "en", timeZone))).size === 1) return { at: first.doors };
  const lengths = new Set(known.map(({ startsAt, doors }) => (Date.parse(startsAt) - Date.parse(doors)) / 60_000));
  const [minutesBefore = 0] = lengths;
  return lengths.size === 1 && minutesBefore > 0 ? { minutesBefore } : undefined;
}

/** Returns "Doors 6:45 pm" or "Doors 45 min before". */
export function doorsText(rule: DoorsRule, locale: string, timeZone: string, words: FactsWords): string {
  return "at" in rule
    ? fill(words.doors, { time: timeText(rule.at, locale, timeZone) })
    : fill(words.doorsBefore, { length: minutesText(rule.minutesBefore, locale, "short") });
}

/** Returns "6:45 pm" or "45 minutes before the start", to stand beside the word "Doors". */
export function doorsValue(rule: DoorsRule, locale: string, timeZone: string, words: FactsWords): string {
  return "at" in rule
    ? timeText(rule.at, locale, timeZone)
    : fill(words.doorsBeforeStart, { length: minutesText(rule.minutesBefore, locale, "long") });
}

/** Returns "Ages 16+", or the organiser's own words where they are no number, such as "All ages". */
export function agesText(ageLimit: string, words: FactsWords): string {
  return /^\d/.test(ageLimit) ? fill(words.ages, { ages: ageLimit }) : ageLimit;
}

/** Returns "Refundable" or "75% refundable". */
export function refundableText({ percentage }: RefundTerms, locale: string, words: FactsWords): string {
  return percentage === 100
    ? words.refundable
    : fill(words.refundablePart, { percent: percentText(percentage, locale) });
}

/** The single date that a text is about, and the current time. */
export type RefundDate = {
  readonly startsAt: string;
  readonly timeZone: string;
  readonly now: Date;
  /** Until when a move of the date reopens the refunds. ISO 8601. */
  readonly reopenedUntil?: string | undefined;
};

/**
 * Returns what Buyers get back when they return tickets by themselves: "Full refund until 48 hours before the event." With a
 * single date, the deadline is a date and a time, and the text says so when it has passed. For `null` it refers to the
 * organiser.
 */
export function refundText(policy: RefundTerms | null, locale: string, words: FactsWords, date?: RefundDate): string {
  if (policy === null || policy.percentage === 0) return words.askForRefund;
  const { percentage, keepsFee, untilHoursBefore } = policy;
  const [whole, lessFee] =
    percentage === 100 ? [words.refundFull, words.refundLessFee] : [words.refundPart, words.refundPartLessFee];
  const sentence = (deadline: string) =>
    fill(keepsFee ? lessFee : whole, { percent: percentText(percentage, locale), deadline });
  if (date === undefined) return sentence(deadlineText(untilHoursBefore, locale, words));

  const { timeZone, now } = date;
  const when = dayTimeText(deadlineOf(policy, date).toISOString(), locale, timeZone, now);
  return isRefundPromised(policy, date)
    ? sentence(fill(words.untilDate, { when }))
    : fill(words.refundsClosed, { when });
}

/** Returns whether a policy promises money back: not one that leaves it to the organiser, nor one whose deadline has passed. */
export function isRefundPromised(policy: RefundTerms | null, date?: RefundDate): boolean {
  if (policy === null || policy.percentage === 0) return false;
  return date === undefined || deadlineOf(policy, date) > date.now;
}

/** Returns until when a Buyer returns tickets alone: the policy's hours before the start, or later for a date that was moved. */
export function deadlineOf(
  { untilHoursBefore }: Pick<RefundTerms, "untilHoursBefore">,
  { startsAt, reopenedUntil }: Pick<RefundDate, "startsAt" | "reopenedUntil">,
): Date {
  const byPolicy = Date.parse(startsAt) - untilHoursBefore * 3_600_000;
  return new Date(reopenedUntil === undefined ? byPolicy : Math.max(byPolicy, Date.parse(reopenedUntil)));
}

/** From this many hours on, a deadline of whole days is given in days. */
const DAYS_FROM_HOURS = 72;

function deadlineText(hours: number, locale: string, words: FactsWords): string {
  if (hours === 0) return words.untilStart;
  if (hours >= DAYS_FROM_HOURS && hours % 24 === 0) return plural(words.untilDays, hours / 24, locale);
  return plural(words.untilHours, hours, locale);
}
