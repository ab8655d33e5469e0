/** Mail providers by their name, with the endings that a mistyped one may have meant. */
const PROVIDERS: Readonly<Record<string, readonly string[]>> = {
  gmail: ["com"],
  googlemail: ["com"],
  hotmail: ["com", "co.uk", "co.nz"],
  outlook: ["com", "co.nz", "com.au"],
  live: ["com", "com.au"],
  yahoo: ["com", "co.uk", "co.nz", "com.au"],
  icloud: ["com"],
  proton: ["me"],
  protonmail: ["com"],
  fastmail: ["com"],
  bigpond: ["com", "net.au"],
  optusnet: ["com.au"],
  xtra: ["co.nz"],
  slingshot: ["co.nz"],
  btinternet: ["com"],
};

/** A shorter name is one letter away from too many other names. */
const MISTYPED_NAME_MIN = 5;

/**
 * Returns "jo@gmail.com" for "jo@gmial.com"; `undefined` when there is no suggestion. The user decides. A suggestion is at most one
 * typing mistake away in the provider's name, whose first letter is right, and one in its ending. A name that is right with the
 * ending of any country is left alone: providers have domains in many, others have domains of the same name (gmail.ru), and no list
 * has them all. Only "gmail.co" is no provider, and the most frequent mistake of all.
 */
export function suggestEmail(email: string): string | undefined {
  const at = email.lastIndexOf("@");
  const [typedName = "", ...rest] = email
    .slice(at + 1)
    .toLowerCase()
    .split(".");
  if (at < 1 || rest.length === 0) return undefined;
  const name = Object.keys(PROVIDERS).find((known) => known === typedName) ?? nameMeant(typedName);
  const ending = name && endingMeant(name, rest.join("."));
  const domain = `${name}.${ending}`;
  return ending === undefined || domain === [typedName, ...rest].join(".")
    ? undefined
    : `${email.slice(0, at + 1)}${domain}`;
}

function nameMeant(typed: string): string | undefined {
  return Object.keys(PROVIDERS).find(
    (name) => name.length >= MISTYPED_NAME_MIN && name[0] === typed[0] && isOneMistake(typed, name),
  );
}

/** Returns an ending that the provider has; `undefined` when the typed one is more than a mistake away from each. */
function endingMeant(name: string, typed: string): string | undefined {
  const endings = PROVIDERS[name] ?? [];
  if (endings.includes(typed)) return typed;
  if (isOfCountry(typed) && !(name === "gmail" && typed === "co")) return typed;
  return endings.find((ending) => isOneMistake(typed, ending));
}

/** Returns whether this is the ending of a country. In "cm" and "om", which "com" mistyped gives, no provider has a domain. */
function isOfCountry(ending: string): boolean {
  return /^((com?|net|org)\.)?[a-z]{2}$/.test(ending) && !["cm", "om"].includes(ending);
}

/** Returns whether a text is another one with a letter added, left out or replaced, or two neighbours swapped. */
function isOneMistake(typed: string, meant: string): boolean {
  const same = [...meant].findIndex((letter, index) => letter !== typed[index]);
  const [a, b] = [typed.slice(same < 0 ? meant.length : same), same < 0 ? "" : meant.slice(same)];
  if (a === b) return false;
  const isSwapped = a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);
  return isSwapped || a.slice(1) === b.slice(1) || a.slice(1) === b || a === b.slice(1);
}
