import type { Page } from "@playwright/test";

/** Returns the visible text of HTML without its scripts, with whitespace collapsed; with `linkNamed`, that event link's text alone. */
export async function textOf(page: Page, html: string, linkNamed?: string): Promise<string> {
  const text = await page.evaluate(
    ([source, name]) => {
      const parsed = new DOMParser().parseFromString(source, "text/html");
      for (const unread of parsed.querySelectorAll("script, style, template")) unread.remove();
      const links = [...parsed.querySelectorAll('a[href*="/events/"]')];
      const part = name === undefined ? parsed.body : links.find((link) => link.textContent?.includes(name));
      return part?.textContent ?? "";
    },
    [html, linkNamed] as const,
  );
  return text.replaceAll(/\s+/g, " ");
}
