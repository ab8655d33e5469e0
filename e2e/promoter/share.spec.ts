import { PNG } from "pngjs";
import { signInPage } from "#e2e/pages/sign-in.ts";
import { scan } from "#e2e/pages/ticket-page.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { wallTime } from "#e2e/support/service-client.ts";
import { words } from "#e2e/support/words.ts";
import { readQr } from "#e2e/tools/read-qr.ts";

// A trace would show the password.
test.use({ trace: "off" });

const { language, text } = words;

/** Pixels of the lower corner with the code and its margin. */
const CORNER = 440;

test("builds a link, previews it and offers posters with its QR code", {
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
  const posterOf = (event: number | string) => `/${language}/promoter/embed-kit/${event}/poster`;
  expect((await page.request.get(`${posterOf(eventId)}?format=png`)).status(), "without signing in").toBe(404);
  await page.goto(`/${language}/promoter/embed-kit/${eventId}`);
  await expect(page).toHaveURL(promoter.url);
  await promoter.signIn();
  await expect(promoter.greeting).toBeVisible();
  for (const unknown of ["999999999", "x", "1e3"])
    for (const path of [`/${language}/promoter/embed-kit/${unknown}`, posterOf(unknown)])
      expect((await page.request.get(path)).status(), path).toBe(404);
  await page.goto(`/${language}/promoter/events?q=${encodeURIComponent(name)}`);
  await page.getByRole("link", { name: `${text("Promoter.kitShort")} ${name}` }).click();
  await expect(page.getByRole("heading", { level: 1, name: text("Kit.title") })).toBeVisible();
  await expect(page.getByLabel(/^General admission/)).toHaveCount(0);
  await page.getByLabel(text("Kit.date"), { exact: true }).selectOption(String(first));
  await expect(page.getByText(text("Kit.warning.date_soon"))).toBeVisible();

  await page.getByLabel(text("Kit.date"), { exact: true }).selectOption(String(second));
  await page.waitForURL(new RegExp(`date=${second}`));
  await page.getByLabel(/^General admission/).selectOption("2");
  await page.waitForURL(new RegExp(`qty.${type}=2`));
  await page.getByLabel(text("Kit.ref")).fill("dj-kim");
  await page.getByRole("button", { name: text("Kit.update") }).click();
  const link = `${env.address}/${language}/events/${eventId}?date=${second}&qty.${type}=2&ref=dj-kim`;
  await expect(page.getByRole("textbox", { name: text("Kit.link.title"), exact: true })).toHaveValue(link);
  await expect(page.getByText(text("Kit.warning.date_soon"))).toBeHidden();
  const preview = page.frameLocator("foyer-tickets iframe");
  await expect(preview.getByText(money("95.00"))).toBeVisible();
  await expect(page.getByRole("textbox", { name: text("Kit.element.title") })).toHaveValue(
    new RegExp(`<foyer-tickets event="${eventId}" date="${second}" quantities="${type}:2" affiliate="dj-kim"`),
  );
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
    await page.goto(`/${language}/promoter/embed-kit/${eventId}`);
    await page.getByLabel(text("Kit.check.page")).fill("https://promoter.example/tonight");
    await page
      .getByLabel(text("Kit.check.pasted"))
      .fill("HTTP/2 200\nContent-Security-Policy: default-src 'self'; frame-src https://video.example");
    await page.getByRole("button", { name: text("Kit.check.check") }).click();
    const status = page.getByRole("status").filter({ hasText: text("Kit.fault.unregistered") });
    await expect(status).toContainText("http://127.0.0.1:* https://promoter.example");
    await expect(status).toContainText(`frame-src https://video.example ${env.address}`);
    await expect(status).toContainText(`script-src 'self' ${env.address}`);
  });
});

/** Returns the lower corner of a picture where the QR code is: at the right, or at the left of a poster read from the right. */
function corner(data: Buffer, width: number, isLeft: boolean): Uint8Array {
  const height = data.length / 4 / width;
  const rows = Array.from({ length: CORNER }, (_, row) => {
    const start = ((height - CORNER + row) * width + (isLeft ? 0 : width - CORNER)) * 4;
    return data.subarray(start, start + CORNER * 4);
  });
  return new Uint8Array(Buffer.concat(rows));
}
