const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  "#x27": "'",
  "#39": "'",
  nbsp: " ",
};

/**
 * Returns the hidden fields of the first form whose button has this text, in the HTML of a page of the storefront. It
 * serves where there is no browser, which parses HTML for the other tests.
 */
export function formWithButton(html: string, text: string): Readonly<Record<string, string>> | undefined {
  for (const [, form = ""] of html.matchAll(/<form\b[^>]*>([\s\S]*?)<\/form>/g)) {
    const [, button = ""] = form.match(/<button\b[^>]*>([\s\S]*?)<\/button>/) ?? [];
    if (textOf(button) === text) return hiddenFieldsOf(form);
  }
  return undefined;
}

function hiddenFieldsOf(form: string): Readonly<Record<string, string>> {
  const fields = [...form.matchAll(/<input\b[^>]*>/g)].flatMap(([input]) => {
    const name = attributeOf(input, "name");
    return name === undefined ? [] : [[name, attributeOf(input, "value") ?? ""] as const];
  });
  return Object.fromEntries(fields);
}

function attributeOf(tag: string, name: string): string | undefined {
  const [, value] = tag.match(new RegExp(`\\s${name}="([^"]*)"`)) ?? [];
  return value === undefined ? undefined : decoded(value);
}

const textOf = (html: string): string => decoded(html.replace(/<[^>]*>/g, "")).trim();

const decoded = (text: string): string =>
  text.replace(/&(#?\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity);
