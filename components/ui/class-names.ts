/** Returns the class names that are set, joined: `classNames("tap", wide && "w-full")`. */
export function classNames(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
