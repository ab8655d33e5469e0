/** What a date is called where only a name fits: its label, else its day and time on the venue's own clock. */
export function dateName(date: string): string {
  return `coalesce(nullif(${date}.label, ''), to_char(${date}.starts_local, 'Dy, FMDD Mon YYYY, FMHH12:MI am'))`;
}
