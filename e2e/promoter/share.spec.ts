import { PNG } from "pngjs";
import { signInPage } from "#e2e/pages/sign-in.ts";
import { scan } from "#e2e/pages/ticket-page.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { wallTime } from "#e2e/support/service-client.ts";
import { words } from "#e2e/support/words.ts";
import { untilHydrated } from "#e2e/tools/click-hydrated.ts";
import { readQr } from "#e2e/tools/read-qr.ts";

// A trace would show the password.
test.use({ trace: "off" });

const { language, text } = words;

/** Pixels of the lower corner with the code and its margin. */
const CORNER = 440;

test("creates a link, builds its address, previews it and offers posters with its QR code", {
  tag: ["@service", "@promoter", "@phone-in-full"],
}, async ({ page, env, serviceClient, uniqueName, event, money }) => {
  const promoter = signInPage(page, env);
  const name = uniqueName("The Poster");
  const { eventId, eventDateIds, ticketTypeIds } = await serviceClient.putOnSale({
    name,
    dates: [wallTime(1), wallTime(40)],
  });
  const [first, second] = eventDateIds;
  const [, [type = 0] = []] = ticketTypeIds;
  const kitOf = (target: string) => `/${language}/promoter/share?for=${target}`;
  const posterOf = (target: string) => `/${language}/promoter/share/poster?for=${target}`;
  expect((await page.request.get(`${posterOf(`event:${eventId}`)}&format=png`)).status(), "without signing in").toBe(
    404,
  );
  await page.goto(`/${language}/promoter/embed-kit/${eventId}`);
  await expect(page).toHaveURL(promoter.url);
  await promoter.signIn();
  await expect(promoter.greeting).toBeVisible();
  for (const unknown of ["event:999999999", "event:x", "group:1e3", "month:2027-13", "nothing"])
    for (const path of [kitOf(unknown), posterOf(unknown)])
      expect((await page.request.get(path)).status(), path).toBe(404);
  await page.goto(`/${language}/promoter/events?q=${encodeURIComponent(name)}`);
  await page.getByRole("link", { name: `${text("Promoter.kitShort")} ${name}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: text("Kit.title") })).toBeVisible();
  await expect(page.getByLabel(/^General admission/)).toHaveCount(0);

  const linkName = uniqueName("DJ Kim");
  await page.getByRole("link", { name: text("Kit.newRecord") }).click();
  await expect(page.getByLabel(text("Links.opens"))).toHaveValue(`event:${eventId}`);
  const create = page.getByRole("button", { name: text("Links.create") });
  await untilHydrated(create);
  await page.getByLabel(text("Links.ref")).fill("no ref");
  await page.getByLabel(text("Links.name"), { exact: true }).fill(linkName);
  await create.click();
  await expect(page.getByText(text("Reasons.reason.not_a_ref")).first()).toBeVisible();
  await expectAccessible(page, "a new link with an error", ["main"]);
  await page.getByLabel(text("Links.ref")).fill("");
  await create.click();
  await page.waitForURL(/[?&]link=\d+/);
  const record = page.getByRole("combobox", { name: text("Kit.record"), exact: true });
  await expect(record.locator("option:checked")).toHaveText(linkName);
  const ref = await record.inputValue();
  expect(ref).toMatch(/^dj-kim-/);

  await page.getByLabel(text("Kit.date"), { exact: true }).selectOption(String(first));
  await expect(page.getByText(text("Kit.warning.date_soon"))).toBeVisible();
  await page.getByLabel(text("Kit.date"), { exact: true }).selectOption(String(second));
  await page.waitForURL(new RegExp(`date=${second}`));
  await page.getByLabel(/^General admission/).selectOption("2");
  await page.waitForURL(new RegExp(`qty.${type}=2`));
  const link = `${env.address}/${language}/events/${eventId}?date=${second}&qty.${type}=2&ref=${ref}`;
  const shown = page.getByRole("textbox", { name: text("Kit.link.title"), exact: true });
  // Other tests give sites of the account a way back.
  await expect.poll(async () => withoutReturn(await shown.inputValue())).toBe(link);
  await expect(page.getByText(text("Kit.warning.date_soon"))).toBeHidden();
  const preview = page.frameLocator("foyer-tickets iframe");
  await expect(preview.getByText(money("95.00"))).toBeVisible();
  const element = page.getByRole("textbox", { name: text("Kit.element.title") });
  await expect(element).toHaveValue(
    new RegExp(`<foyer-tickets event="${eventId}" date="${second}" quantities="${type}:2" affiliate="${ref}"`),
  );
  await expect(page.locator("foyer-tickets"), "the preview counts for no link").not.toHaveAttribute("affiliate");
  await page.getByLabel(text("Kit.theme"), { exact: true }).selectOption("dark");
  await expect(element).toHaveValue(/ theme="dark"/);
  await expect(preview.locator("html")).toHaveAttribute("data-theme", "dark");
  await page.getByLabel(text("Kit.accent"), { exact: true }).fill("#123456");
  await page.getByRole("button", { name: text("Kit.update") }).click();
  await expect(element).toHaveValue(/ accent="#123456"/);
  await expect(page.locator("foyer-button")).toHaveAttribute("accent", "#123456");
  await expectAccessible(page, "kit");

  // The QR code on the screen and on the poster is the link, marked with the medium "poster".
  const poster = `${link}&utm_medium=poster`;
  expect(await scan(page.getByRole("img", { name: text("Kit.poster.code") }))).toBe(poster);
  const href =
    (await page
      .getByRole("link", { name: text("Kit.poster.save", { format: text("Kit.poster.png") }) })
      .getAttribute("href")) ?? "";
  const { data, width } = PNG.sync.read(await (await page.request.get(href)).body());
  const isRtl = (await page.locator("html").getAttribute("dir")) === "rtl";
  expect(readQr({ width: CORNER, height: CORNER, data: corner(data, width, isRtl) })).toBe(poster);
  for (const [format, type] of [
    ["svg", "image/svg+xml"],
    ["a4", "application/pdf"],
    ["a5", "application/pdf"],
  ] as const) {
    const file =
      (await page
        .getByRole("link", { name: text("Kit.poster.save", { format: text(`Kit.poster.${format}`) }) })
        .getAttribute("href")) ?? "";
    expect((await page.request.get(file)).headers()["content-type"], format).toBe(type);
  }

  await page.goto(poster);
  await expect(event.quantity("General admission")).toHaveValue("2");
  await expect(page.getByText(money("95.00")).filter({ visible: true }).first()).toBeVisible();
  expect(await serviceClient.placesLeft(type)).toBe(100);
  await page.goto(`/${language}/${eventId}`);
  await expect(page).toHaveURL(`${env.address}/${language}/events/${eventId}?utm_medium=poster`);
});

test("the list and a month have a kit, and an address of the former kit leads to that of its event", {
  tag: ["@service", "@promoter", "@once", "@sandbox"],
}, async ({ page, env, serviceClient, uniqueName }) => {
  const promoter = signInPage(page, env);
  const name = uniqueName("The Month");
  const { eventId } = await serviceClient.putOnSale({ name, dates: [wallTime(40)] });
  await promoter.open();
  await promoter.signIn();
  await expect(promoter.greeting).toBeVisible();
  const former = await page.request.get(`/${language}/promoter/embed-kit/${eventId}?ref=old`, { maxRedirects: 0 });
  expect(former.status()).toBe(308);
  await page.goto(`/${language}/promoter/embed-kit/${eventId}?ref=old`);
  const opens = page.getByLabel(text("Kit.opens"), { exact: true });
  await expect(opens).toHaveValue(`event:${eventId}`);
  await expect(page.getByRole("combobox", { name: text("Kit.record"), exact: true })).toHaveValue("old");

  await opens.selectOption("list");
  const shown = page.getByRole("textbox", { name: text("Kit.link.title"), exact: true });
  await expect.poll(async () => withoutReturn(await shown.inputValue())).toBe(`${env.address}/${language}`);
  await expect(page.getByRole("textbox", { name: text("Kit.element.title") })).toHaveValue(/<foyer-events /);
  await expect(page.frameLocator("foyer-events iframe").getByRole("heading").first()).toBeAttached();
  const month = wallTime(40).replace(/^\d\d-(\d\d)-(\d{4}).*/, "$2-$1");
  await page.goto(`/${language}/promoter/share?for=month:${month}`);
  await expect
    .poll(async () => withoutReturn(await shown.inputValue()))
    .toBe(`${env.address}/${language}/calendar/${month}`);
  await expect(page.getByText(text("Kit.noEmbed"))).toBeVisible();
  await expectAccessible(page, "kit of a month", ["main"]);
  for (const target of ["list", `month:${month}`]) {
    const poster = await page.request.get(`/${language}/promoter/share/poster?for=${target}&format=svg`);
    expect(poster.headers()["content-type"], target).toBe("image/svg+xml");
  }
});

test("snippets name the site that they are on, and the way back to it", {
  tag: ["@service", "@promoter", "@once", "@sandbox", "@in-full"],
}, async ({ page, env, serviceClient, uniqueName }) => {
  const promoter = signInPage(page, env);
  const { eventId } = await serviceClient.putOnSale({ name: uniqueName("The Site") });
  const { body: login } = await serviceClient.call("GET", "/user/login");
  const { id: account } = login.account as { readonly id: number };
  const host = `${uniqueName("site")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")}.example`;
  const site = { origin: `https://${host}`, returnPrefix: "/tickets" };
  const { body: added } = await serviceClient.call("POST", `/account/${account}/sites`, site);
  await promoter.open();
  await promoter.signIn();
  await expect(promoter.greeting).toBeVisible();
  await page.goto(`/${language}/promoter/share?for=event:${eventId}&site=any`);
  const frame = page.getByRole("textbox", { name: text("Kit.frame.title") });
  await expect(frame).not.toHaveValue(/embed=|return=/);
  const register = page.getByRole("main").locator(`a[href="/${language}/promoter/settings/embeds"]`);
  await expect(register, "another page is none until it is registered").toBeVisible();
  await page.getByLabel(text("Kit.site"), { exact: true }).selectOption(host);
  await expect(frame).toHaveValue(new RegExp(`embed=${host}&amp;return=${added.id}%3A%2Ftickets"`));
  const element = page.getByRole("textbox", { name: text("Kit.element.title") });
  await expect(element).toHaveValue(new RegExp(` return="${added.id}:/tickets"`));
  await expect(register).toBeHidden();
  const back = page.getByLabel(text("Kit.back"), { exact: true });
  await back.fill("/tickets/thanks");
  await page.getByRole("button", { name: text("Kit.update") }).click();
  await expect(element).toHaveValue(new RegExp(` return="${added.id}:/tickets/thanks"`));
  await back.fill("/news");
  await page.getByRole("button", { name: text("Kit.update") }).click();
  await expect(back).toHaveAttribute("aria-invalid", "true");
  await expect(element).toHaveValue(new RegExp(` return="${added.id}:/tickets"`));
  await expectAccessible(page, "kit with a way back that is none", ["main"]);
  await serviceClient.call("DELETE", `/site/${added.id}`);
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("names the directives of a pasted policy that block the embed", {
    tag: ["@service", "@promoter", "@once", "@sandbox"],
  }, async ({ page, env, serviceClient, uniqueName }) => {
    const promoter = signInPage(page, env);
    const { eventId } = await serviceClient.putOnSale({ name: uniqueName("The Doctor") });
    await promoter.open();
    await promoter.signIn();
    await expect(promoter.greeting).toBeVisible();
    await page.goto(`/${language}/promoter/share?for=event:${eventId}`);
    await page.getByLabel(text("HostCheck.page")).fill("https://promoter.example/tonight");
    await page
      .getByLabel(text("HostCheck.pasted"))
      .fill("HTTP/2 200\nContent-Security-Policy: default-src 'self'; frame-src https://video.example");
    await page.getByRole("button", { name: text("HostCheck.check") }).click();
    const status = page.getByRole("status").filter({ hasText: text("HostCheck.fault.unregistered") });
    await expect(status).toContainText("https://promoter.example");
    await expect(status).toContainText(`frame-src https://video.example ${env.address}`);
    await expect(status).toContainText(`script-src 'self' ${env.address}`);
  });
});

function withoutReturn(address: string): string {
  const url = new URL(address);
  url.searchParams.delete("return");
  return url.href;
}

/** Returns the lower corner of a picture where the QR code is: at the right, or at the left of a poster read from the right. */
function corner(data: Buffer, width: number, isLeft: boolean): Uint8Array {
  const height = data.length / 4 / width;
  const rows = Array.from({ length: CORNER }, (_, row) => {
    const start = ((height - CORNER + row) * width + (isLeft ? 0 : width - CORNER)) * 4;
    return data.subarray(start, start + CORNER * 4);
  });
  return new Uint8Array(Buffer.concat(rows));
}
