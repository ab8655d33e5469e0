import { signInPage } from "#e2e/pages/sign-in.ts";
import { scan } from "#e2e/pages/ticket-page.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { required } from "#e2e/support/target/env.ts";
import { words } from "#e2e/support/words.ts";
import { cookieAt } from "#e2e/tools/cookie-names.ts";

// A trace would show the password.
test.use({ trace: "off" });

const { language, text } = words;

const SESSION = "foyer-promoter";

test.describe("A promoter", { tag: ["@service", "@promoter"] }, () => {
  for (const javaScriptEnabled of [true, false]) {
    test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
      test.use({ javaScriptEnabled });

      test("signs in, finds an event with its link, and signs out, which ends copies of the session's cookie too", {
        tag: "@phone-in-full",
      }, async ({ page, browser, context, env, serviceClient, uniqueName }) => {
        const promoter = signInPage(page, env);
        const name = uniqueName("The Winter's Tale");
        const free = [{ name: "Free", price: "0.00" }];
        const { eventId, ticketTypeIds } = await serviceClient.putOnSale({ name, ticketTypes: free });
        await serviceClient.orderFree(eventId, ticketTypeIds[0]?.[0] ?? 0, "ben@example.com");

        await page.goto(`/${language}/promoter`);
        await expect(page).toHaveURL(promoter.url);
        await promoter.signIn(undefined, `${required(env, "serviceLogin").password}x`);
        await expect(promoter.wrong).toBeVisible();
        await expect(promoter.password).toHaveAttribute("aria-invalid", "true");
        if (javaScriptEnabled) {
          await promoter.password.press("a");
          await expect(promoter.wrong, "something else was typed").toBeHidden();
          await expect(promoter.password).toHaveAttribute("aria-invalid", "false");
        }

        await promoter.signIn();
        await expect(promoter.greeting).toBeVisible();
        if (javaScriptEnabled) await expectAccessible(page, "home", ["main", "nav"]);
        await page
          .getByRole("navigation", { name: text("Manage.main") })
          .getByRole("link", { name: text("Manage.events") })
          .click();
        await page.getByRole("searchbox", { name: text("Promoter.search") }).fill(name);
        await page.getByRole("searchbox").press("Enter");
        await page.waitForURL(/[?]q=/);
        const row = page.getByRole("row").filter({ hasText: name });
        await expect(row.getByRole("cell", { name: "1", exact: true })).toBeVisible();
        await expect(row.getByRole("cell", { name: "99", exact: true })).toBeVisible();
        await expect(row.getByRole("link", { name, exact: true })).toHaveAttribute(
          "href",
          `${env.address}/${language}/events/${eventId}`,
        );
        if (javaScriptEnabled) await expectAccessible(page, "events", ["main", "nav"]);
        const session = (await context.cookies()).filter(({ name }) => name === cookieAt(env.address, SESSION));
        const secure = env.address.startsWith("https:");
        expect(session).toMatchObject([{ httpOnly: true, secure, sameSite: "Lax" }]);
        expect(await page.content()).not.toContain(required(env, "serviceLogin").password);
        const otherContext = await browser.newContext();
        await otherContext.addCookies(session);
        const other = await otherContext.newPage();
        await other.goto(`${env.address}/${language}/promoter`);
        await expect(signInPage(other, env).greeting).toBeVisible();

        await promoter.signOut();
        await expect(page).toHaveURL(promoter.url);
        await page.goto(`/${language}/promoter`);
        await expect(page).toHaveURL(promoter.url);
        await other.goto(`${env.address}/${language}/promoter`);
        await expect(other.getByText(text("Promoter.ended")), "a copy").toBeVisible();
        await otherContext.close();
      });

      test("is told that the session has ended, and returns to the same page after signing in again", {
        tag: "@phone-in-full",
      }, async ({ page, context, env }) => {
        const promoter = signInPage(page, env);
        const ended = page.getByText(text("Promoter.ended"));
        const { hostname: domain, protocol } = new URL(env.address);
        const name = cookieAt(env.address, SESSION);
        const secure = protocol === "https:";
        await context.addCookies([{ name, value: "of.yesterday", domain, path: "/", secure }]);
        await page.goto(`/${language}/promoter/messages?queued=2`);
        await expect(ended).toBeVisible();
        if (javaScriptEnabled) await expectAccessible(page, "session ended");
        await promoter.signIn(undefined, `${required(env, "serviceLogin").password}x`);
        await expect(promoter.wrong).toBeVisible();
        await promoter.signIn();
        await expect(page).toHaveURL(`${env.address}/${language}/promoter/messages?queued=2`);
        await expect(ended).toBeHidden();
      });
    });
  }
});

test("a test system shows a QR code of each type for scanner tests", { tag: ["@catalogue", "@phone-in-full"] }, async ({
  page,
}) => {
  await page.goto(`/${language}/qr-test`);
  expect(await scan(page.getByRole("img", { name: text("QrTest.code", { type: text("QrTest.typeA") }) }))).toBe(
    "1234567",
  );
  expect(await scan(page.getByRole("img", { name: text("QrTest.code", { type: text("QrTest.typeB") }) }))).toBe(
    "3b241101-e2bb-4255-8caf-4136c566a962",
  );
});
