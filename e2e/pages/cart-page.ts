import { type Page, test } from "@playwright/test";

/** What a visitor holds, event by event. */
export function cartPage(page: Page) {
  const event = (name: string) =>
    page.getByRole("article").filter({ has: page.getByRole("heading", { name, exact: true }) });

  return {
    event,
    events: page.getByRole("article"),
    count: page.getByRole("heading", { level: 2, name: /tickets? for/ }),
    summary: page.getByRole("region", { name: "Your order" }),
    goOn: page.getByRole("link", { name: "Continue", exact: true }),
    keepChoosing: page.getByRole("link", { name: "Keep choosing" }),
    releaseAll: page.getByRole("button", { name: "Release my tickets" }),
    putBack: page.getByRole("button", { name: "Try to hold the same tickets again" }),
    advice: page.getByRole("region", { name: "Ways to save" }),
    open: () => page.goto("/en/cart"),
    remove: (name: string) =>
      test.step(`Remove ${name}`, () => page.getByRole("button", { name: `Remove ${name}` }).click()),
    useCode: (code: string) =>
      test.step(`Use the code ${code}`, async () => {
        const box = page.getByLabel("Code", { exact: true });
        if (!(await box.isVisible())) await page.getByText(/^(Have a|Another) code\?$/).click();
        await box.fill(code);
        await page.getByRole("button", { name: "Use code" }).click();
      }),
  };
}
