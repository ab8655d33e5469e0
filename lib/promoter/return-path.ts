const HOME = "/promoter";
const SIGN_IN = "/promoter/sign-in";
const LENGTH_MAX = 2_000;

/** A page for promoters, with its query: nothing that a browser could read as another site. */
const PROMOTER_PAGE = /^\/promoter(?:\/[\w-]+)*(?:\?[\w.~%&=+*!'(),:@/-]*)?$/;

/** Returns the path to show after signing in: the given one if it is a page for promoters, else their first page. */
export function returnPath(asked: unknown): string {
  if (typeof asked !== "string" || asked.length > LENGTH_MAX || !PROMOTER_PAGE.test(asked)) return HOME;
  const [path = "", query = ""] = asked.split("?");
  if (path.startsWith(SIGN_IN)) return HOME;
  const shown = new URLSearchParams(query);
  // Next's own parameter of a page that a script loads.
  shown.delete("_rsc");
  return shown.size === 0 ? path : `${path}?${shown}`;
}
