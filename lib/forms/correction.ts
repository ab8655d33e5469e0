type Control = { readonly name: string; readonly type: string; readonly value: string; readonly checked?: boolean };

/** Rougher than `isEmail`, which would add its module to every page with a form. */
const LIKE_AN_EMAIL = /\S@\S+\.\S/;

/**
 * Returns whether the event's field has what it lacked, as far as the page can tell: a text, an email address, a check mark. What only
 * the server knows, such as whose address it is, the next submit tells.
 */
export function isCorrection(target: EventTarget | Control): target is EventTarget & Control {
  if (!("name" in target && "value" in target)) return false;
  const { type, value, checked } = target as Control;
  if (type === "checkbox" || type === "radio") return checked === true;
  return type === "email" ? LIKE_AN_EMAIL.test(value) : value.trim() !== "";
}
