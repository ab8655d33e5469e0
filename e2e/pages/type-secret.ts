import type { Locator } from "@playwright/test";

/** Types a password, or a card off the test list, so that no step of the report names it. */
export async function typeSecret(field: Locator, secret: string): Promise<void> {
  await field.focus();
  await field.evaluate((input: HTMLInputElement, value) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, value);
    input.dispatchEvent(new InputEvent("input", { bubbles: true }));
    input.dispatchEvent(new Event("change", { bubbles: true }));
  }, secret);
}
