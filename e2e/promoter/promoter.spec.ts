import { signInPage } from "#e2e/pages/sign-in.ts";
import { scan } from "#e2e/pages/ticket-page.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { required } from "#e2e/support/target/env.ts";
import { openStorefront } from "#e2e/support/target/network.ts";
import { words } from "#e2e/support/words.ts";

// A trace would show the password.
test.use({ trace: "off" });

const { language, text } = words;

const SESSION = "__Host-foyer-promoter";

test.describe("A promoter", { tag: ["@service", "@promoter"] }, () => {
  for (const javaScriptEnabled of [true, false]) {
    test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
      test.use({ javaScriptEnabled });

      test("signs in, finds an event with its link, and signs out", async ({
        page,
        env,
        serviceClient,
        uniqueName,
      }) => {
        const promoter = signInPage(page, env);
        const name = uniqueName("The Winter's Tale");
        const { eventId } = await serviceClient.putOnSale({ name });

        await page.goto(`/${language}/promoter`);
        await expect(page).toHaveURL(promoter.url);
        await promoter.signIn(undefined, `${required(env, "serviceLogin").password}x`);
        await expect(promoter.wrong).toBeVisible();

        await promoter.signIn();
        await expect(promoter.greeting).toBeVisible();
        await expect(page.getByRole("textbox", { name: text("Promoter.link", { event: name }) })).toHaveValue(
          `${env.address}/${language}/events/${eventId}`,
        );
        if (javaScriptEnabled) await expectAccessible(page, "promoter", ["header", "h1", "main li:nth-child(-n+3)"]);

        await page.getByRole("button", { name: text("Promoter.signOut") }).click();
        await expect(page).toHaveURL(promoter.url);
        await page.goto(`/${language}/promoter`);
        await expect(page).toHaveURL(promoter.url);
      });
    });
  }

  test("must sign in again after a change of password", { tag: "@once" }, async ({ page, env, uniqueName }) => {
    const promoter = signInPage(page, env);
    const [user, password] = [required(env, "serviceLogin").user, required(env, "serviceLogin").password];
    const headers = { Authorization: `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}` };
    const users = `${required(env, "service")}/user`;
    const username = `${uniqueName("ada").replaceAll(/\W/g, "")}@example.com`;
    const data = { username, password: "a first password", firstName: "Ada", email: username };
    const { id } = await (await page.request.post(users, { headers, data })).json();
    await promoter.open();
    await promoter.signIn(username, data.password);
    await expect(promoter.greeting).toBeVisible();

    await page.request.put(`${users}/${id}`, { headers, data: { password: "a second password" } });
    await page.goto(`/${language}/promoter`);
    await expect(page).toHaveURL(/\/promoter\/sign-in\?again=1$/);
    await promoter.signIn(username, "a second password");
    await expect(promoter.greeting).toBeVisible();
  });

  test("gets an HttpOnly session cookie and a page without the password", { tag: "@phone-in-full" }, async ({
    page,
    env,
    context,
  }) => {
    const promoter = signInPage(page, env);
    await promoter.open();
    await promoter.signIn();
    await expect(promoter.greeting).toBeVisible();

    const session = (await context.cookies()).find(({ name }) => name === SESSION);
    expect(session).toMatchObject({ httpOnly: true, secure: true, sameSite: "Lax" });
    expect(await page.content()).not.toContain(required(env, "serviceLogin").password);
  });

  test("invalidates copies of the session cookie by signing out", { tag: "@phone-in-full" }, async ({
    browser,
    page,
    env,
    context,
  }) => {
    const promoter = signInPage(page, env);
    await promoter.open();
    await promoter.signIn();
    await expect(promoter.greeting).toBeVisible();
    const otherContext = await browser.newContext();
    await otherContext.addCookies((await context.cookies()).filter(({ name }) => name === SESSION));
    const other = await otherContext.newPage();
    await other.goto(`${env.address}/${language}/promoter`);
    await expect(signInPage(other, env).greeting).toBeVisible();

    await page.getByRole("button", { name: text("Promoter.signOut") }).click();
    await expect(page).toHaveURL(promoter.url);
    await other.goto(`${env.address}/${language}/promoter`);
    await expect(other).toHaveURL(promoter.url);
    await otherContext.close();
  });

  test("waits seconds, not minutes, after wrong passwords for a user name", { tag: "@once" }, async ({
    page,
    env,
    uniqueName,
  }) => {
    const promoter = signInPage(page, env);
    test.slow();
    const name = uniqueName("unknown").replaceAll(/\W/g, "");
    await promoter.open();
    await promoter.signIn(name, "a guess");
    await expect(promoter.wrong).toBeVisible();
    const seconds = (count: number) =>
      new Intl.NumberFormat(language, { style: "unit", unit: "second", unitDisplay: "long" }).format(count);
    const waits = Array.from({ length: 60 }, (_, count) => text("Promoter.tooMany", { wait: seconds(count) }));
    const tooMany = page.getByText(new RegExp(`^(${waits.map(RegExp.escape).join("|")})$`));
    // The delay grows with each attempt until it exceeds the service's own response time and is shown.
    for (let count = 0; count < 40 && !(await tooMany.isVisible()); count += 1) {
      const answered = page.waitForResponse((response) => response.request().method() === "POST");
      await promoter.signIn(name, `guess ${count}`);
      await answered;
    }
    await expect(tooMany).toBeVisible();
    await expect(promoter.user).toHaveValue(name);
  });

  test("cannot bypass the limit by the routes of the sign-in library", { tag: "@phone-in-full" }, async ({ env }) => {
    const headers = { origin: env.address, "sec-fetch-site": "same-origin" };
    const twice = "user=unknown&user=another&password=x&json=true&csrfToken=x";
    const form = { ...headers, "content-type": "application/x-www-form-urlencoded" };
    const json = { ...headers, "content-type": "application/json" };
    for (const path of ["session", "csrf", "providers", "signin", "callback/credentials", "signout", "error", "_log"]) {
      for (const init of [
        { headers },
        { method: "POST", headers: form, body: twice },
        { method: "POST", headers: json, body: JSON.stringify({ user: "unknown", password: "x" }) },
      ]) {
        const answer = await openStorefront(env).fetch(`/api/auth/${path}`, init);
        expect([answer.status, answer.headers.get("set-cookie")], `${init.method ?? "GET"} ${path}`).toEqual([
          404,
          null,
        ]);
      }
    }
  });
});

test("a test system shows a QR code of each type for scanner tests", { tag: "@catalogue" }, async ({ page }) => {
  await page.goto(`/${language}/qr-test`);
  expect(await scan(page.getByRole("img", { name: text("QrTest.code", { type: text("QrTest.typeA") }) }))).toBe(
    "1234567",
  );
  expect(await scan(page.getByRole("img", { name: text("QrTest.code", { type: text("QrTest.typeB") }) }))).toBe(
    "3b241101-e2bb-4255-8caf-4136c566a962",
  );
});

test("shows tickets full screen one after another, and returns the focus when closed", {
  tag: ["@purchase", "@service"],
}, async ({ page, checkout, tickets, putOnSaleAndReserve }) => {
  await putOnSaleAndReserve("Cymbeline", { quantity: 2 });
  await checkout.submitDetails();
  await checkout.payWithGoodCard();
  const first = await tickets.scan(0);

  const opener = page.getByRole("button", {
    name: `${text("Sale.show")} ${text("Sale.ticketPosition", { number: 1, count: 2 })}`,
  });
  await opener.click();
  expect(await scan(page.getByRole("dialog").getByRole("img"))).toBe(first);
  await page
    .getByRole("dialog")
    .getByRole("button", { name: text("Sale.next") })
    .click();
  const second = await scan(
    page.getByRole("dialog", { name: text("Sale.fullScreen", { number: 2, count: 2 }) }).getByRole("img"),
  );
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(opener).toBeFocused();
  expect(await tickets.scan(1), "on a phone it was collapsed to a row").toBe(second);
});
