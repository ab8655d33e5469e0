/** Returns "30 seconds", "1 minute", "15 minutes": rounded up, so that the wait is never too short. */
export function durationText(seconds: number, locale: string): string {
  const [unit, count] = seconds < 60 ? (["second", seconds] as const) : (["minute", Math.ceil(seconds / 60)] as const);
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(count);
}
