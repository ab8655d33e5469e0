/** The fields of a form with the values that a browser submits unchanged. */
export type Fields = Readonly<Record<string, string>>;

const FORM = /<form\b[^>]*>([\s\S]*?)<\/form>/g;
const CONTROL = /<(?:input|select)\b([^>]*)>/g;
const ENTITIES: Readonly<Record<string, string>> = { quot: '"', amp: "&", lt: "<", gt: ">", "#x27": "'", "#39": "'" };

/** Returns the fields of the form that has this field, or `undefined`. It reads what React renders, not any HTML. */
export function formWith(html: string, field: string): Fields | undefined {
  return [...html.matchAll(FORM)].map(([, inner = ""]) => fieldsIn(inner)).find((fields) => field in fields);
}

function fieldsIn(form: string): Fields {
  const fields: Record<string, string> = {};
  for (const [, attributes = ""] of form.matchAll(CONTROL)) {
    const name = attributeOf(attributes, "name");
    const isLeftOut = /\btype="(checkbox|radio)"/.test(attributes) && !/\bchecked\b/.test(attributes);
    if (name !== undefined && !isLeftOut) fields[name] = attributeOf(attributes, "value") ?? "";
  }
  return fields;
}

function attributeOf(attributes: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes);
  return found?.[1]?.replaceAll(/&(#?\w+);/g, (whole, entity: string) => ENTITIES[entity] ?? whole);
}
