import { signInPage } from "#e2e/pages/sign-in.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";

// A trace would show the password.
test.use({ trace: "off" });

const { language, text } = words;

test.describe("A promoter's lists", { tag: ["@service", "@promoter"] }, () => {
  for (const javaScriptEnabled of [true, false]) {
    test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
      test.use({ javaScriptEnabled });

      test("drafts are a list of their own, which is searched and sorted", { tag: "@phone-in-full" }, async ({
        page,
        env,
        serviceClient,
        uniqueName,
      }) => {
        const name = uniqueName("Winter");
        for (const one of [`${name} Aldo`, `${name} Berta`]) {
          const { eventId } = await serviceClient.putOnSale({ name: one });
          await serviceClient.withdraw(eventId);
        }
        const promoter = signInPage(page, env);
        await promoter.open();
        await promoter.signIn();
        await expect(promoter.greeting).toBeVisible();
        const names = page.getByRole("rowheader").getByText(/ (Aldo|Berta)$/);

        await page.goto(`/${language}/promoter/events?q=${encodeURIComponent(name)}`);
        await expect(page.getByRole("heading", { name: text("Promoter.nothing") })).toBeVisible();
        await page.getByRole("link", { name: text("Manage.states.DRAFT") }).click();
        await expect(names, "the newest first").toHaveText([`${name} Berta`, `${name} Aldo`]);
        await page.getByRole("combobox", { name: text("Manage.sort") }).selectOption("name");
        await page.getByRole("searchbox").press("Enter");
        await expect(names).toHaveText([`${name} Aldo`, `${name} Berta`]);
        await expect(page.getByRole("link", { name: text("Manage.states.DRAFT") })).toHaveAttribute(
          "aria-current",
          "page",
        );
        await page.getByRole("link", { name: text("Manage.states.OVER") }).click();
        await expect(page.getByRole("heading", { name: text("Promoter.nothing") })).toBeVisible();
        await page.getByRole("link", { name: text("Promoter.clear") }).click();
        await expect(page).toHaveURL(/state=OVER/);
      });

      test("a page past the last shows the last, and no character of a search is refused", {
        tag: "@phone-in-full",
      }, async ({ page, env, serviceClient, uniqueName }) => {
        const name = uniqueName("Shed");
        await serviceClient.putOnSale({ name });
        const promoter = signInPage(page, env);
        await promoter.open();
        await promoter.signIn();
        await expect(promoter.greeting).toBeVisible();
        for (const list of ["events", "venues"]) {
          for (const typed of ["page=9", "page=2000000", "x=%00", "page=-1"]) {
            const query = new URLSearchParams({ q: `\u202e${name}\u0007` });
            await page.goto(`/${language}/promoter/${list}?${query}&${typed}`);
            await expect(page.getByRole("rowheader"), `${list}?${typed}`).toContainText([name]);
          }
        }
      });
    });
  }
});
