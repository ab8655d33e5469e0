import { forgetPresses, keptPresses, namedPresses, type PressedPage } from "./kept-presses.ts";

/**
 * Submits the form with the tickets of the presses, as a browser without script would, where Continue was pressed. A link,
 * and another date than the rendered one, need the picker: their form is not submitted.
 */
export function submitPlainly(): void {
  const page: PressedPage = window;
  const form = page.earlyPresses?.find(([, { type }]) => type === "submit")?.[1].form;
  const presses = [...(keptPresses() ?? []), ...namedPresses()];
  if (!form || window.location.search !== "" || presses.some(([, name]) => name === "date")) return;
  for (const [type, step, value] of presses) {
    if (type !== "click") continue;
    const name = step.replace("step", "qty");
    const field = (form.elements.namedItem(name) ??
      form.appendChild(
        Object.assign(document.createElement("input"), { type: "hidden", name, value: 0 }),
      )) as HTMLInputElement;
    field.value = `${Math.max(0, Number(field.value) + Number(value))}`;
  }
  // It is pressed once: neither the picker nor this function may repeat it.
  page.earlyPresses = [];
  forgetPresses();
  form.submit();
}
