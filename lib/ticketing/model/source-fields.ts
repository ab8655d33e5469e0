/** Ids that advertisers add to a link. Each leads back to one click. */
const CLICK_IDS = "gclid|wbraid|gbraid|fbclid|msclkid|ttclid";

/** The fields of a query and of a form that say where a visitor comes from, as a pattern. Other ticket shops call `ref` `aff`. */
export const SOURCE_FIELDS = `ref|aff|utm_[a-z][a-z0-9_]{0,29}|embed|return|${CLICK_IDS}`;

const SOURCE_FIELD = new RegExp(`^(?:${SOURCE_FIELDS})$`);
const CLICK_ID = new RegExp(`^(?:${CLICK_IDS})$`);

export function isSourceField(name: string): boolean {
  return SOURCE_FIELD.test(name);
}

export function isClickId(name: string): boolean {
  return CLICK_ID.test(name);
}
