import { eventPage } from "#e2e/pages/event-page.ts";
import { signInPage } from "#e2e/pages/sign-in.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { openWithoutCookies } from "#e2e/support/without-cookies.ts";
import { words } from "#e2e/support/words.ts";

// A trace would show the promoter's password.
test.use({ trace: "off" });

const { language, text } = words;

/** A browser that refuses cookies has no storage of a tab either. */
function refuseStorage(): void {
  Object.defineProperty(window, "sessionStorage", {
    get() {
      throw new DOMException("Access is denied for this document.", "SecurityError");
    },
  });
}

for (const javaScriptEnabled of [true, false]) {
  test(`a browser that refuses cookies reserves nothing and signs nobody in, and is told so, ${javaScriptEnabled ? "with" : "without"} JavaScript`, {
    tag: ["@once", "@purchase", "@service", "@promoter", "@sandbox"],
  }, async ({ browser, env, serviceClient, uniqueName, event }) => {
    const { eventId, ticketTypeIds } = await serviceClient.putOnSale({ name: uniqueName("The Refusal") });
    const type = ticketTypeIds[0]?.[0] ?? 0;
    const { context, close } = await openWithoutCookies(browser, { baseURL: env.address, javaScriptEnabled });
    await context.addInitScript(refuseStorage);
    const tab = await context.newPage();
    const refused = tab
      .getByRole("alert")
      .filter({ hasText: text("Cart.refusal.no_cookies") })
      .last();
    const visitor = eventPage(tab);
    /** Chooses two tickets and presses Continue twice. They stay chosen. */
    const tryTwice = async (): Promise<void> => {
      if (javaScriptEnabled) await visitor.choose("General admission", 2);
      else await tab.locator(`[name="qty.${type}"]:visible`).fill("2");
      for (const _press of ["first", "second"]) {
        const answered = tab.waitForResponse(
          (answer) => answer.request().method() === "POST" && answer.status() !== 307,
        );
        await visitor.continueButton.click();
        await answered;
        await expect(refused).toBeVisible();
        await expect(tab.locator(`[name="qty.${type}"]:visible`)).toHaveValue("2");
      }
    };

    await test.step("on the event's page, at each press", async () => {
      await visitor.open(eventId);
      await tryTwice();
      if (javaScriptEnabled) await expect(refused).toBeFocused();
    });

    await test.step("from a frame", async () => {
      await tab.goto(`/${language}/embed/events/${eventId}`);
      await tryTwice();
      await expect(tab).toHaveURL(/\/tickets\?/);
      await expect(refused.getByRole("heading", { name: text("Event.picker.problem") })).toBeVisible();
      await expect(tab.locator('[name="code"]:visible'), "one field for codes").toHaveCount(1);
      if (javaScriptEnabled) await expectAccessible(tab, "tickets with cookies refused");
    });

    await test.step("in a waiting room", async () => {
      const path = `/${language}/events/${eventId}/line`;
      expect((await serviceClient.call("PUT", `/event/${eventId}`, { waitingRoom: true })).status).toBe(200);
      await expect(async () => {
        await tab.goto(path);
        await tab.getByRole("button", { name: text("WaitingRoom.join") }).click({ timeout: 1_000 });
      }).toPass();
      await expect(refused).toBeVisible();
      expect((await serviceClient.call("PUT", `/event/${eventId}`, { waitingRoom: false })).status).toBe(200);
    });

    await test.step("at the sign-in", async () => {
      const promoter = signInPage(tab, env);
      await promoter.open();
      await promoter.signIn();
      await expect(tab.getByRole("alert").filter({ hasText: text("Promoter.noCookies") })).toBeVisible();
    });

    await test.step("on the pages of a purchase", async () => {
      for (const path of ["checkout", "checkout/pay", "checkout/pay/checking"]) {
        await tab.goto(`/${language}/${path}`);
        await expect(tab.getByText(text("Cart.unknownText"))).toBeVisible();
      }
      if (javaScriptEnabled) await expectAccessible(tab, "checkout without cookies");
    });
    await close();
    expect(await serviceClient.placesLeft(type)).toBe(100);

    // The control: a browser that accepts cookies reserves once, with one press.
    if (!javaScriptEnabled) return;
    await event.open(eventId);
    await event.choose("General admission", 2);
    await event.reserveTickets();
    expect(await serviceClient.placesLeft(type)).toBe(98);
  });
}
