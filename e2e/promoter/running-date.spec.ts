import { signInPage } from "#e2e/pages/sign-in.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";

// A trace would show the password.
test.use({ trace: "off" });

const DAY_MS = 86_400_000;

function wallTime(days: number): string {
  const [year, month, day] = new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10).split("-");
  return `${day}-${month}-${year}T12:00`;
}

test("a promoter sees a date that runs as on sale and not as over", {
  tag: ["@service", "@promoter", "@once"],
}, async ({ page, env, serviceClient, uniqueName }) => {
  const name = uniqueName("The Long Now");
  const { eventDateIds } = await serviceClient.putOnSale({ name, dates: [wallTime(2)] });
  const running = { eventStart: wallTime(-2), eventEnd: wallTime(3) };
  const moved = await serviceClient.call("PUT", `/eventDate/${eventDateIds[0]}`, running);
  expect(moved.status).toBe(200);
  const promoter = signInPage(page, env);
  await promoter.open();
  await promoter.signIn();
  await expect(promoter.greeting).toBeVisible();
  await page.goto(`/${words.language}/promoter/events?q=${encodeURIComponent(name)}`);
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText(words.text("Promoter.status.ON_SALE"));
  await expect(row).not.toContainText(words.text("Promoter.over"));
});
