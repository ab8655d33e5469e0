/** Writes one line of JSON, as the storefront does. No field may hold a path, a header or a body: they contain secrets. */
export function log(
  level: "info" | "alarm",
  event: string,
  fields: Readonly<Record<string, number | string>> = {},
): void {
  process.stdout.write(
    `${JSON.stringify({ at: new Date().toISOString(), level, event, program: "airlock", ...fields })}\n`,
  );
}
