/** Returns the SQL of a date's name: its label, or its day and time in the venue's time zone. */
export function dateNameSql(date: string): string {
  return `coalesce(nullif(${date}.label, ''), to_char(${date}.starts_local, 'Dy, FMDD Mon YYYY, FMHH12:MI am'))`;
}
