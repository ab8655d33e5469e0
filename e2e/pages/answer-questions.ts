import { type Page, test } from "@playwright/test";
import { words } from "#e2e/support/words.ts";

/** Answers may show further questions, which may show further ones. */
const PASSES_MAX = 4;

type Unanswered = {
  readonly id: string;
  readonly control: "text" | "list" | "choice" | "box";
  readonly type: string;
  readonly lengthMax: number;
};

/**
 * Answers every question of a page's form that is neither optional nor answered, whatever a promoter asks: the first choice
 * of a list, a day, or a short text. Accepts conditions, does not opt in to news, and has a first name.
 */
export async function answerQuestions(page: Page): Promise<void> {
  await test.step("Answer what else is asked", async () => {
    for (let pass = 0; pass < PASSES_MAX; pass++) {
      const unanswered = await page.evaluate(findUnanswered, words.text("Details.optional"));
      if (unanswered.length === 0) return;
      for (const question of unanswered) await answer(page, question);
    }
  });
}

/** Runs in the page. Returns the questions without an answer, and one choice of each group of radio buttons. */
function findUnanswered(optional: string): readonly Unanswered[] {
  const controls = [...document.querySelectorAll<HTMLInputElement>("main form :is(input, select, textarea)[id]")];
  const isOptional = (control: HTMLInputElement) =>
    [...(control.labels ?? []), control.closest("fieldset")?.querySelector("legend")].some((label) =>
      label?.textContent?.includes(`(${optional})`),
    );
  const isFirstOfGroup = ({ type, name, form }: HTMLInputElement, at: number) =>
    type !== "radio" ||
    (controls.findIndex((other) => other.name === name && other.form === form) === at &&
      !controls.some((other) => other.name === name && other.checked));
  return controls.flatMap((control, at) => {
    const { id, type, tagName, name, value, checked, maxLength, disabled } = control;
    const isBox = type === "checkbox";
    const isAnswered = isBox ? checked : type !== "radio" && value !== "";
    const isAsked = control.checkVisibility() && !disabled && type !== "hidden" && !["oneName", "optIn"].includes(name);
    if (!isAsked || isAnswered || isOptional(control) || !isFirstOfGroup(control, at)) return [];
    const kind = { SELECT: "list", INPUT: type === "radio" ? "choice" : isBox ? "box" : "text" } as const;
    return [{ id, control: kind[tagName as "INPUT"] ?? "text", type, lengthMax: maxLength } as Unanswered];
  });
}

async function answer(page: Page, { id, control, type, lengthMax }: Unanswered): Promise<void> {
  const field = page.locator(`[id="${id}"]`);
  if (control === "list") await field.selectOption({ index: 1 });
  else if (control === "text") await field.fill(textFor(type, lengthMax));
  else await field.check();
}

/** Day, month and year are fields of two and four characters. */
function textFor(type: string, lengthMax: number): string {
  if (type === "email") return "qa@example.com";
  if (type === "tel") return "021 123 4567";
  if (lengthMax === 2) return "3";
  return lengthMax === 4 ? "1990" : "Test";
}
