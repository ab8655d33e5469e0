import { codeOnly, importsOf, type Rule } from "#scripts/architecture/source.ts";

/** The pages of the sign-in: those of promoters whom no session tells. */
const OF_SIGN_IN = /^app\/\[locale\]\/promoter\/sign-in\//;

/** A page for promoters checks session and capabilities: a layout guards nothing. */
export const guardsPage: Rule = (file, text) => {
  if (!/^app\/\[locale\]\/promoter\/(.*\/)?page\.tsx$/.test(file) || OF_SIGN_IN.test(file)) return [];
  const isMade = /^export default promoterPage\(/m.test(codeOnly(text));
  const isOurs = importsOf(text).includes("#app/[locale]/promoter/promoter-page.tsx");
  return isMade && isOurs ? [] : [`${file}: make the page by promoterPage of app/[locale]/promoter/promoter-page.tsx`];
};

/** Signing out needs no capability, nor does a change of one's own account. */
const GUARDED = /^const signOutPromoter\b|\bpromoterAction\(|\bchangeOwn\(|\bisAllowed\(/;

/** An action or a route for promoters checks capabilities: the page that leads to it does not. A route counts as a page at work. */
export const guardsAction: Rule = (file, text) => {
  const [, kind] = /^app\/\[locale\]\/promoter\/(?:.*\/)?(actions|route)\.ts$/.exec(file) ?? [];
  if (kind === undefined || OF_SIGN_IN.test(file)) return [];
  const [, ...exported] = codeOnly(text).split(/^export (?=const|function|async function)/m);
  const open = exported.filter((one) => !GUARDED.test(one));
  const placeless = exported.filter((one) => kind === "route" && !/\bactionAtWork\(/.test(one));
  return [
    ...open.map((one) => `${file}: ${one.split("\n", 1)} — make it by promoterAction, or check isAllowed`),
    ...placeless.map((one) => `${file}: ${one.split("\n", 1)} — wait for actionAtWork`),
  ];
};
