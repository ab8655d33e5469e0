import { declinePage } from "#e2e/pages/decline.ts";
import { signInPage } from "#e2e/pages/sign-in.ts";
import { required } from "#e2e/support/target/env.ts";
import { words } from "#e2e/support/words.ts";
import { expect, test } from "./translated.ts";

// A trace would show the password.
test.use({ trace: "off" });

const { language, text } = words;

test("In a browser that translates a promoter signs in, decides a request, and builds a link", {
  tag: ["@purchase", "@service", "@promoter", "@buys", "@sandbox", "@chromium", "@in-full"],
}, async ({ page, translated, press, env, serviceClient, buyer, checkout, putOnSaleAndReserve }) => {
  test.slow();
  const { eventId, name } = await putOnSaleAndReserve("Bartholomew Fair");
  await serviceClient.call("PUT", `/event/${eventId}`, { refundPolicy: null });
  await checkout.buy(buyer);
  await press(page.getByRole("link", { name: text("Refund.link") }));
  await press(page.getByRole("checkbox"));
  await page.getByLabel(text("Refund.email"), { exact: true }).fill(buyer.email);
  const request = page.getByRole("button", { name: text("Refund.sendRequest") });
  await press(request);
  await page.getByLabel(text("Refund.reason")).fill("My sister marries.");
  await press(request);
  await expect(page.getByRole("status").filter({ hasText: text("Refund.requested") })).toBeVisible();

  const promoter = signInPage(page, env);
  await promoter.open();
  await translated();
  await promoter.signIn(undefined, `${required(env, "serviceLogin").password}x`);
  await expect(promoter.wrong).toBeVisible();
  await translated();
  await promoter.signIn();
  await expect(promoter.greeting).toBeVisible();

  await press(page.getByRole("navigation").getByRole("link", { name: text("RefundRequests.title") }));
  const one = page.getByRole("listitem").filter({ hasText: name });
  await press(one.getByRole("link", { name: text("RefundRequests.decline") }));
  const decline = declinePage(page);
  await decline.reason.fill("It is sold out.");
  await press(decline.preview);
  await press(decline.send);
  await press(page.getByRole("link", { name: text("RefundRequests.past") }));
  await expect(one).toContainText(text("RefundRequests.DECLINED"));

  await page.goto(`/${language}/promoter/events?q=${encodeURIComponent(name)}`);
  await press(page.getByRole("button", { name: text("Promoter.copyShort") }));
  await translated();
  await press(page.getByRole("button", { name: text("Promoter.waitingRoomOn") }));
  await press(page.getByRole("button", { name: text("Promoter.waitingRoomOff") }));
  await expect(page.getByRole("button", { name: text("Promoter.waitingRoomOn") })).toBeVisible();
  await press(page.getByRole("link", { name: `${text("Promoter.kitShort")} ${name}` }));
  await translated();
  await page.getByLabel(/^General admission/).selectOption("2");
  await page.waitForURL(/qty\.\d+=2/);
  await page.getByLabel(text("Kit.code"), { exact: true }).fill("SAVE10");
  await press(page.getByRole("button", { name: text("Kit.update") }));
  await page.waitForURL(/code=SAVE10/);
  await translated();
  await page.getByLabel(text("HostCheck.page")).fill("https://promoter.example/tonight");
  await page.getByLabel(text("HostCheck.pasted")).fill("Content-Security-Policy: frame-src 'none'");
  await press(page.getByRole("button", { name: text("HostCheck.check") }));
  await expect(page.getByRole("status").filter({ hasText: text("HostCheck.fault.unregistered") })).toBeVisible();
  await translated();
  await page.goto(`/${language}/promoter`);
  await press(page.getByRole("button", { name: text("Promoter.signOut") }));
  await expect(page).toHaveURL(promoter.url);
  await translated();
});
