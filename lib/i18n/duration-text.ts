/** Returns "30 seconds", "1 minute", "15 minutes": rounded up, so that the wait is never too short. */
export function durationText(seconds: number, locale: string): string {
  const [unit, count] = seconds < 60 ? (["second", seconds] as const) : (["minute", Math.ceil(seconds / 60)] as const);
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(count);
}

/** Returns "45 min" or "45 minutes"; whole hours from two on as hours. */
export function minutesText(minutes: number, locale: string, unitDisplay: "short" | "long"): string {
  const [unit, count] =
    minutes >= 120 && minutes % 60 === 0 ? (["hour", minutes / 60] as const) : (["minute", minutes] as const);
  return new Intl.NumberFormat(`${locale}-u-nu-latn`, { style: "unit", unit, unitDisplay }).format(count);
}
