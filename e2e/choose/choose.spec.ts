import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";

const RUN = ["04-12-2099T19:30", "05-12-2099T14:00", "05-12-2099T19:30", "06-12-2099T14:00", "11-12-2099T19:30"];
const LATER = ["12-12-2099T19:30", "13-12-2099T14:00", "18-12-2099T19:30", "08-01-2100T19:30"];

test("5: shows many dates as a month, with groups, times and states as text", {
  tag: ["@a11y", "@service", "@english"],
}, async ({ page, serviceClient, event, uniqueName }) => {
  const { eventId, eventDateIds, ticketTypeIds } = await serviceClient.putOnSale({
    name: uniqueName("The Alchemist"),
    capacity: 4,
    dates: [...RUN, ...LATER],
    ticketTypes: [{ name: "Stalls", price: "20.00" }],
  });
  const date = (at: number) => eventDateIds[at] ?? 0;
  const type = (at: number) => ticketTypeIds[at]?.[0] ?? 0;
  for (const at of [0, 1, 2, 3])
    await serviceClient.call("PUT", `/eventDate/${date(at)}`, { group: "Opening weekend" });
  await serviceClient.reservePlaces(eventId, type(4), 4);
  await serviceClient.call("PUT", `/eventDate/${date(5)}`, { cancelled: true });
  await serviceClient.call("PUT", `/ticketType/${type(7)}`, { onSaleFrom: "01-12-2099T09:00" });

  await event.open(eventId);
  await page.getByRole("button", { name: "All dates" }).click();
  await expect(page.getByText("December 2099", { exact: true })).toBeVisible();
  await expect(page.getByText("Sold out: Fri, 11 Dec 2099")).toBeVisible();
  await expect(page.getByText("Cancelled: Sat, 12 Dec 2099")).toBeVisible();
  await expect(page.getByText("On sale Tue, 1 Dec 2099, 9:00 am: Fri, 18 Dec 2099")).toBeVisible();
  await expect(page.getByRole("radio", { name: /^Fri, 11 Dec 2099.*Sold out/ })).toBeDisabled();
  await expect(page.getByRole("radio", { name: /^Sat, 12 Dec 2099.*Cancelled/ })).toBeDisabled();
  await expectAccessible(page, "a month of dates");

  await page.getByText("5", { exact: true }).click();
  const times = page.getByRole("group", { name: "Times on Sat, 5 Dec 2099" });
  await expect(times.getByRole("radio")).toHaveCount(2);
  await times.getByText("7:30 pm").click();
  await expect(page.getByText("Sat, 5 Dec 2099, 7:30 pm").first()).toBeVisible();
  await expect(times).toBeHidden();

  await page.getByRole("button", { name: "All dates" }).click();
  await page.getByRole("button", { name: "Opening weekend" }).click();
  await expect(page.getByRole("radio", { name: /Dec 2099/ })).toHaveCount(5);
  await expect(page.getByText(/^Cancelled:/)).toHaveCount(0);
  await page.getByRole("button", { name: "All", exact: true }).click();
  await page.getByRole("button", { name: "Later: January 2100" }).click();
  await page.getByText("8", { exact: true }).click();
  await expect(page.getByText("Fri, 8 Jan 2100, 7:30 pm").first()).toBeVisible();
  await expect(page.getByText("January 2100", { exact: true })).toBeHidden();
  await event.choose("Stalls", 1);
  await expect(page.locator(`input[name="qty.${type(8)}"]`)).toHaveValue("1");
});

test("offers a calendar reminder before the sale starts, and other events when sold out", {
  tag: ["@a11y", "@service", "@english"],
}, async ({ page, serviceClient, event, uniqueName }) => {
  const { eventId } = await serviceClient.putOnSale({
    name: uniqueName("Volpone"),
    dates: ["04-12-2099T19:30"],
    ticketTypes: [{ name: "Stalls", price: "20.00", onSaleFrom: "01-12-2099T09:00" }],
  });
  await event.open(eventId);
  await expect(page.getByRole("heading", { name: "On sale Tue, 1 Dec 2099, 9:00 am" })).toBeVisible();
  await expect(event.continueButton).toHaveCount(0);
  await expectAccessible(page, "not on sale yet");
  const address = await page.getByRole("link", { name: "Remind me in my calendar" }).getAttribute("href");
  const answer = await page.request.get(address ?? "");
  expect(answer.headers()["content-type"]).toContain("text/calendar");
  const file = await answer.text();
  // 09:00 in New Zealand's summer time (UTC+13) is 20:00 UTC of the previous day.
  expect(file).toContain("DTSTART:20991130T200000Z");
  expect(file).toContain("BEGIN:VALARM");
  expect(file.replaceAll(/\r\n /g, "")).toContain(`/en/events/${eventId}?date=`);

  const soldOut = await serviceClient.putOnSale({
    name: uniqueName("Epicoene"),
    capacity: 1,
    dates: ["04-12-2099T19:30", "05-12-2099T19:30"],
    ticketTypes: [{ name: "Stalls", price: "20.00" }],
  });
  for (const [type = 0] of soldOut.ticketTypeIds) await serviceClient.reservePlaces(soldOut.eventId, type, 1);
  await event.open(soldOut.eventId);
  await expect(page.getByRole("heading", { name: "Sold out" })).toBeVisible();
  await page.getByRole("link", { name: "See other events" }).click();
  await expect(page).toHaveURL(/\/en$/);
});

test("shows limits per order beforehand, merchandise in its own section, and the promoter's texts in order", {
  tag: ["@a11y", "@purchase", "@service", "@english"],
}, async ({ page, serviceClient, event, uniqueName }) => {
  const { eventId } = await serviceClient.putOnSale({
    name: uniqueName("Bartholomew Fair"),
    dates: ["04-12-2099T19:30"],
    ticketTypes: [
      { name: "Stalls", price: "20.00", maximumPerOrder: 8 },
      { name: "Family", price: "15.00", minimumPerOrder: 4, maximumPerOrder: 8 },
      { name: "Box", price: "80.00", maximumPerOrder: 2, maximumAllocation: 3, section: "Circle" },
      { name: "Members", price: "10.00", maximumPerOrder: 8, codeRequired: true },
      { name: "EventCards", price: "5.00", page: "MERCHANDISE", maximumPerOrder: 8 },
    ],
  });
  await serviceClient.call("POST", "/offeringCopy", { event: eventId, text: "Doors open at seven." });
  await serviceClient.call("POST", "/offeringCopy", { event: eventId, text: "Bring a cushion.", sortIdx: 1 });
  await serviceClient.call("POST", "/offeringCopy", { event: eventId, text: "At the bar.", page: "MERCHANDISE" });

  await event.open(eventId);
  await expect(page.getByText("Fees included · up to 8 per order")).toBeVisible();
  await expect(event.group("Box")).toContainText("Up to 2 per order");
  await expect(event.group("Box")).toContainText("3 left");
  await expect(event.group("Stalls")).not.toContainText(/left|per order/);
  await expect(event.group("Family")).toContainText("At least 4 per order");
  await expect(event.group("Members")).toContainText("Code required");
  for (const name of ["Floor", "Circle", "Merchandise"])
    await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
  const top = async (text: string) => (await page.getByText(text, { exact: true }).first().boundingBox())?.y ?? 0;
  const order = [
    "Doors open at seven.",
    "Floor",
    "Stalls",
    "Bring a cushion.",
    "Merchandise",
    "At the bar.",
    "EventCards",
  ];
  const tops = await Promise.all(order.map(top));
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));

  await event.choose("Family", 1);
  await expect(event.group("Family").getByText("4", { exact: true })).toBeVisible();
  await event.fewer("Family").click();
  await expect(event.group("Family").getByText("0", { exact: true })).toBeVisible();
  await event.choose("Box", 2);
  await event.choose("EventCards", 1);
  await expect(page.getByText("$165.00")).toBeVisible();
  await expectAccessible(page, "tickets, words and goods");
  await event.reserveTickets();
  await expect(page.getByText("$165.00").filter({ visible: true }).first()).toBeVisible();
});

test("16: names the unavailable choices of a link, and passes its campaign parameters on", {
  tag: ["@a11y", "@purchase", "@service", "@english"],
}, async ({ page, serviceClient, event, uniqueName }) => {
  const { eventId, eventDateIds, ticketTypeIds } = await serviceClient.putOnSale({
    name: uniqueName("Catiline"),
    capacity: 2,
    dates: ["04-12-2099T19:30", "05-12-2099T19:30"],
    ticketTypes: [{ name: "Stalls", price: "20.00" }],
  });
  const [friday = 0, saturday = 0] = eventDateIds;
  const [[onFriday = 0] = [], [onSaturday = 0] = []] = ticketTypeIds;
  await serviceClient.reservePlaces(eventId, onSaturday, 2);
  const notice = page.getByRole("status").filter({ hasText: "Some choices in your link aren’t available" });

  await event.open(eventId, `?date=${friday}&qty.${onFriday}=5&qty.999999999=1`);
  await expect(notice).toContainText("Stalls: only 2 left");
  await expect(notice).toContainText("A ticket in your link is no longer offered.");
  await expect(event.group("Stalls")).toContainText("2");
  await expectAccessible(page, "a link with unavailable choices");

  await event.open(eventId, `?date=${saturday}&qty.${onSaturday}=1`);
  await expect(notice).toContainText("Sat, 5 Dec 2099, 7:30 pm: Sold out.");
  await event.open(eventId, "?date=999999999");
  await expect(notice).toContainText("The date in your link is no longer offered.");

  await page.goto(`/en/events/${eventId}/tickets?date=${friday}&qty.${onFriday}=2&code=UNKNOWN`);
  await expect(page.getByText("Code saved.").first()).toBeVisible();
  await expect(event.group("Stalls")).toContainText("2");
  await expectAccessible(page, "the ticket page of a link");

  await event.open(eventId, `?date=${friday}&qty.${onFriday}=1&ref=dj-kim&utm_source=poster&fbclid=x`);
  await expect(event.group("Stalls")).toContainText("1");
  await expect(notice).toHaveCount(0);
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);
  const [request] = await Promise.all([
    page.waitForRequest((request) => request.method() === "POST"),
    event.reserveTickets(),
  ]);
  expect(request.postData()).toMatch(/name="(_\d+_)?ref"\s+dj-kim/);
  expect(request.postData()).toMatch(/name="(_\d+_)?utm_source"\s+poster/);
  expect(request.postData()).not.toContain("fbclid");
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("9: has a page for each date of a long run, which applies the choices of a link", {
    tag: ["@purchase", "@service", "@once", "@english"],
  }, async ({ page, serviceClient, uniqueName }) => {
    const { eventId, eventDateIds, ticketTypeIds } = await serviceClient.putOnSale({
      name: uniqueName("The Devil Is an Ass"),
      dates: [...RUN, ...LATER],
      ticketTypes: [{ name: "Stalls", price: "20.00" }],
    });
    await page.goto(`/en/events/${eventId}`);
    await page.getByRole("link", { name: "Sun, 13 Dec 2099, 2:00 pm" }).click();
    await expect(page).toHaveURL(new RegExp(`/tickets\\?date=${eventDateIds[6]}$`));
    const type = ticketTypeIds[6]?.[0] ?? 0;
    const box = page.getByRole("textbox", { name: /^Stalls/ });
    await expect(box).toHaveCount(1);

    await page.goto(`/en/events/${eventId}/tickets?date=${eventDateIds[6]}&qty.${type}=3&ref=dj-kim`);
    await expect(box).toHaveValue("3");
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page).toHaveURL(/\/en\/checkout$/);
    await expect(page.getByText("$60.00").filter({ visible: true }).first()).toBeVisible();
  });
});

test("reveals hidden tickets by a code in the box or in a link, and shows a discount's conditions and saving", {
  tag: ["@a11y", "@purchase", "@service", "@english"],
}, async ({ page, serviceClient, event, uniqueName }) => {
  const { eventId, ticketTypeIds } = await serviceClient.putOnSale({
    name: uniqueName("The New Inn"),
    dates: ["04-12-2099T19:30"],
    ticketTypes: [
      { name: "Stalls", price: "20.00" },
      { name: "Friends", price: "12.00", hidden: true },
    ],
  });
  const [[, friends = 0] = []] = ticketTypeIds;
  const code = `INN${eventId}`;
  await serviceClient.call("POST", "/code", { text: code, kind: "REVEAL", ticketTypes: [friends] });
  const { body } = await serviceClient.call("POST", "/discount", {
    ...{ name: "Three at the inn", kind: "PER_TICKET", percentage: 10, minimumTickets: 3, events: [eventId] },
  });
  await serviceClient.call("PUT", `/discount/${body.id}/enable/true`, {});

  await event.open(eventId);
  await expect(page.getByText("Three at the inn: 10% off when you book 3 or more tickets")).toBeVisible();
  await expect(event.group("Friends")).toHaveCount(0);
  expect(await page.content()).not.toContain("Friends");
  await page.getByText("Have a code?").click();
  await page.getByLabel("Code", { exact: true }).fill("UNKNOWN");
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText(/^Code saved\./)).toBeVisible();
  await page.getByLabel("Code", { exact: true }).fill(code);
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(page.getByText("Shown with your code: Friends.")).toBeVisible();
  await event.choose("Friends", 1);
  await event.choose("Stalls", 2);
  await expect(page.getByText("$52.00")).toBeVisible();
  await expect(page.getByText("$46.80 with Three at the inn")).toBeVisible();
  await expectAccessible(page, "a code that reveals tickets");

  await event.open(eventId, `?qty.${friends}=2&code=${code}`);
  await expect(event.group("Friends")).toContainText("2");
  await expect(page.getByText("Some choices in your link aren’t available")).toHaveCount(0);
  await event.reserveTickets();
  await expect(page.getByText("$24.00").filter({ visible: true }).first()).toBeVisible();
});
