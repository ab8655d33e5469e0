import { element } from "#e2e/pages/embedding-page.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { openPromoterPage } from "#e2e/support/promoter-page.ts";
import { words } from "#e2e/support/words.ts";

const { language } = words;

// A custom header would turn the cross-origin requests of a promoter's page into preflighted ones.
test.use({ extraHTTPHeaders: {} });

test("52: a frame on a promoter's page is counted as one, without a cookie", {
  tag: ["@service", "@sandbox", "@once"],
}, async ({ page, env, serviceClient, uniqueName }) => {
  const { eventId } = await serviceClient.putOnSale({ name: uniqueName("The Framed Play") });
  const promoter = await openPromoterPage({ "/": element(env.address, eventId, 'affiliate="dj-kim"') });
  const [request] = await Promise.all([page.waitForRequest(/\/api\/opened$/), page.goto(promoter.registered)]);
  expect(request.postDataJSON()).toEqual({
    path: `/${language}/embed/events/${eventId}`,
    query: expect.stringContaining("ref=dj-kim"),
  });
  expect((await request.response())?.status()).toBe(204);
  expect(await request.headerValue("cookie")).toBeNull();
  await promoter.close();
});
