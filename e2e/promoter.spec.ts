import type { Page } from "@playwright/test";
import { check } from "./access.ts";
import { needed } from "./env.ts";
import { expect, test } from "./fixtures.ts";
import { scan } from "./pages/ticket-page.ts";

test.describe("A promoter", { tag: "@sandbox-only" }, () => {
  for (const javaScriptEnabled of [true, false]) {
    test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
      test.use({ javaScriptEnabled });

      test("signs in, finds an event with its link, and signs out", async ({ page, env, boxOffice, named }) => {
        const name = named("The Winter's Tale");
        const { eventId } = await boxOffice.putOnSale({ name });

        await page.goto("/en/promoter");
        await expect(page).toHaveURL(/\/en\/promoter\/sign-in$/);
        await signIn(page, needed(env, "serviceUser"), `${needed(env, "servicePassword")}x`);
        await expect(page.getByText("The user name or the password is not right.")).toBeVisible();

        await signIn(page, needed(env, "serviceUser"), needed(env, "servicePassword"));
        await expect(page.getByRole("heading", { level: 1, name: /^Hello, / })).toBeVisible();
        await expect(page.getByRole("textbox", { name: `Link to ${name}` })).toHaveValue(
          `${env.address}/en/events/${eventId}`,
        );
        if (javaScriptEnabled) await check(page, "promoter", ["header", "h1", "main li:nth-child(-n+3)"]);

        await page.getByRole("button", { name: "Sign out" }).click();
        await expect(page).toHaveURL(/\/en\/promoter\/sign-in$/);
        await page.goto("/en/promoter");
        await expect(page).toHaveURL(/\/en\/promoter\/sign-in$/);
      });
    });
  }

  test("whose password was changed signs in again", { tag: "@once" }, async ({ page, env, named }) => {
    const [user, password] = [needed(env, "serviceUser"), needed(env, "servicePassword")];
    const headers = { Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}` };
    const users = `${needed(env, "service")}/user`;
    const username = `${named("ada").replaceAll(/\W/g, "")}@example.com`;
    const data = { username, password: "a first password", firstName: "Ada", email: username };
    const { id } = await (await page.request.post(users, { headers, data })).json();
    await page.goto("/en/promoter/sign-in");
    await signIn(page, username, data.password);
    await expect(page.getByRole("heading", { level: 1, name: /^Hello, / })).toBeVisible();

    await page.request.put(`${users}/${id}`, { headers, data: { password: "a second password" } });
    await page.goto("/en/promoter");
    await expect(page).toHaveURL(/\/en\/promoter\/sign-in\?again=1$/);
    await signIn(page, username, "a second password");
    await expect(page.getByRole("heading", { level: 1, name: /^Hello, / })).toBeVisible();
  });

  test("holds a cookie that no script reads, and a session that names no password", async ({ page, env, context }) => {
    await page.goto("/en/promoter/sign-in");
    await signIn(page, needed(env, "serviceUser"), needed(env, "servicePassword"));
    await expect(page.getByRole("heading", { level: 1, name: /^Hello, / })).toBeVisible();

    const session = (await context.cookies()).find(({ name }) => name === "__Host-foyer-promoter");
    expect(session).toMatchObject({ httpOnly: true, secure: true, sameSite: "Lax" });
    const readable = await page.evaluate(async () => (await fetch("/api/auth/session")).text());
    expect(readable).toContain("mayScan");
    expect(readable).not.toContain(needed(env, "servicePassword"));
    expect(await page.content()).not.toContain(needed(env, "servicePassword"));
  });
});

test("a test system shows both kinds of code, labelled, for trying a scanner", async ({ page }) => {
  await page.goto("/en/qr-test");
  expect(await scan(page.getByRole("img", { name: "QR code, Type A" }))).toBe("1234567");
  expect(await scan(page.getByRole("img", { name: "QR code, Type B" }))).toBe("3b241101-e2bb-4255-8caf-4136c566a962");
});

test("a ticket fills the screen, one after another, and the screen comes back", { tag: "@sandbox-only" }, async ({
  page,
  boxOffice,
  event,
  checkout,
  tickets,
  named,
}) => {
  const { eventId } = await boxOffice.putOnSale({ name: named("Cymbeline") });
  await event.open(eventId);
  await event.choose("General admission", 2);
  await event.holdTickets();
  await checkout.giveDetails();
  await checkout.payWithGoodCard();
  const [first, second] = [await tickets.scan(0), await tickets.scan(1)];

  const opener = page.getByRole("button", { name: "Show ticket 1 full screen" });
  await opener.click();
  expect(await scan(page.getByRole("dialog").getByRole("img"))).toBe(first);
  await page.getByRole("dialog").getByRole("button", { name: "Next" }).click();
  expect(await scan(page.getByRole("dialog", { name: /^Ticket 2 of 2/ }).getByRole("img"))).toBe(second);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(opener).toBeFocused();
});

async function signIn(page: Page, user: string, password: string): Promise<void> {
  await page.getByLabel("User name").fill(user);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign in" }).click();
}
