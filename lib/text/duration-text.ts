/** "30 seconds", "1 minute", "15 minutes": rounded up, so that whoever waits that long has waited enough. */
export function durationText(seconds: number, locale: string): string {
  const [unit, count] = seconds < 60 ? (["second", seconds] as const) : (["minute", Math.ceil(seconds / 60)] as const);
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }).format(count);
}
