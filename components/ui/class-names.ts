/** Joins what is there: `classNames("tap", wide && "w-full")`. */
export function classNames(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
