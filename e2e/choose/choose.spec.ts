import { expectAccessible } from "#e2e/support/accessibility.ts";
import { dayAndTime, dayText, monthText, timeText } from "#e2e/support/dates.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { words } from "#e2e/support/words.ts";
import { readCalendar } from "#e2e/tools/read-calendar.ts";

const { language, text, inText } = words;

const RUN = ["04-12-2099T19:30", "05-12-2099T14:00", "05-12-2099T19:30", "06-12-2099T14:00", "11-12-2099T19:30"];
const LATER = ["12-12-2099T19:30", "13-12-2099T14:00", "18-12-2099T19:30", "08-01-2100T19:30"];

const onSaleFrom = text("Event.picker.onSaleFrom", { when: dayAndTime("2099-12-01T09:00") });

test("5: shows many dates as a month, with groups, times and states as text", {
  tag: ["@a11y", "@service"],
}, async ({ page, serviceClient, event, uniqueName }) => {
  const { eventId, eventDateIds, ticketTypeIds } = await serviceClient.putOnSale({
    name: uniqueName("The Alchemist"),
    capacity: 4,
    dates: [...RUN, ...LATER],
    ticketTypes: [{ name: "Stalls", price: "20.00" }],
  });
  const date = (at: number) => eventDateIds[at] ?? 0;
  const type = (at: number) => ticketTypeIds[at]?.[0] ?? 0;
  const chosen = (at: number) => page.locator(`input[name="date"][value="${date(at)}"]`);
  const day = (at: number) => page.locator(`input[name="day"][value="${date(at)}"]`);
  for (const at of [0, 1, 2, 3])
    await serviceClient.call("PUT", `/eventDate/${date(at)}`, { group: "Opening weekend" });
  await serviceClient.reservePlaces(eventId, type(4), 4);
  await serviceClient.call("PUT", `/eventDate/${date(5)}`, { cancelled: true });
  await serviceClient.call("PUT", `/ticketType/${type(7)}`, { onSaleFrom: "01-12-2099T09:00" });

  await event.open(eventId);
  await page.getByRole("button", { name: text("Event.picker.allDates") }).click();
  await expect(page.getByText(monthText("2099-12"), { exact: true })).toBeVisible();
  await expect(page.getByText(`${text("Event.picker.soldOut")}: ${dayText("2099-12-11")}`)).toBeVisible();
  await expect(page.getByText(`${text("Event.picker.cancelled")}: ${dayText("2099-12-12")}`)).toBeVisible();
  await expect(page.getByText(`${onSaleFrom}: ${dayText("2099-12-18")}`)).toBeVisible();
  await expect(day(4)).toBeDisabled();
  await expect(day(5)).toBeDisabled();

  await page.getByText("5", { exact: true }).click();
  const times = page.getByRole("group", { name: text("Event.picker.timesOn", { day: dayText("2099-12-05") }) });
  await expect(times.getByRole("radio")).toHaveCount(2);
  await times.getByText(timeText("2099-12-05T19:30")).click();
  await expect(chosen(2)).toBeChecked();
  await expect(times).toBeHidden();

  await page.getByRole("button", { name: text("Event.picker.allDates") }).click();
  await page.getByRole("button", { name: "Opening weekend" }).click();
  await expect(page.getByRole("radio", { name: /2099/ })).toHaveCount(5);
  await expect(page.getByText(`${text("Event.picker.cancelled")}: `)).toHaveCount(0);
  await page.getByRole("button", { name: text("Event.picker.everyGroup"), exact: true }).click();
  await page.getByRole("button", { name: text("Event.picker.monthAfter", { month: monthText("2100-01") }) }).click();
  await page.getByText("8", { exact: true }).click();
  await expect(chosen(8)).toBeChecked();
  await expect(page.getByText(monthText("2100-01"), { exact: true })).toBeHidden();
  await event.choose("Stalls", 1);
  await expect(page.locator(`input[name="qty.${type(8)}"]`)).toHaveValue("1");
});

test("offers a calendar reminder before the sale starts, and other events when sold out", {
  tag: ["@a11y", "@service", "@phone-in-full"],
}, async ({ page, serviceClient, event, uniqueName }) => {
  const { eventId } = await serviceClient.putOnSale({
    name: uniqueName("Volpone"),
    dates: ["04-12-2099T19:30"],
    ticketTypes: [{ name: "Stalls", price: "20.00", onSaleFrom: "01-12-2099T09:00" }],
  });
  await event.open(eventId);
  await expect(page.getByRole("heading", { name: onSaleFrom })).toBeVisible();
  await expect(event.continueButton).toHaveCount(0);
  await expectAccessible(page, "not on sale yet");
  const address = await page.getByRole("link", { name: text("Event.picker.remind") }).getAttribute("href");
  const answer = await page.request.get(address ?? "");
  expect(answer.headers()["content-type"]).toContain("text/calendar");
  const file = await answer.text();
  // 09:00 in New Zealand's summer time (UTC+13) is 20:00 UTC of the previous day.
  expect(readCalendar(file)[0]?.startsAt.toISOString()).toBe("2099-11-30T20:00:00.000Z");
  expect(file).toContain("BEGIN:VALARM");
  expect(file.replaceAll(/\r\n /g, "")).toContain(`/${language}/events/${eventId}?date=`);

  const soldOut = await serviceClient.putOnSale({
    name: uniqueName("Epicoene"),
    capacity: 1,
    dates: ["04-12-2099T19:30", "05-12-2099T19:30"],
    ticketTypes: [{ name: "Stalls", price: "20.00" }],
  });
  for (const [type = 0] of soldOut.ticketTypeIds) await serviceClient.reservePlaces(soldOut.eventId, type, 1);
  await event.open(soldOut.eventId);
  await expect(page.getByRole("heading", { name: text("Event.picker.soldOut") })).toBeVisible();
  await page.getByRole("link", { name: text("Event.allEvents") }).click();
  await expect(page).toHaveURL(new RegExp(`/${language}$`));
});

test("shows limits per order beforehand, merchandise in its own section, and the promoter's texts in order", {
  tag: ["@a11y", "@purchase", "@service", "@phone-in-full"],
}, async ({ page, serviceClient, event, uniqueName, money }) => {
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
  await expect(page.getByText(text("Event.picker.include"), { exact: true })).toBeVisible();
  await expect(page.getByText(text("Event.picker.limit", { count: 8 }), { exact: true })).toBeVisible();
  await expect(event.group("Box")).toContainText(text("Event.picker.most", { count: 2 }));
  await expect(event.group("Box")).toContainText(text("Event.picker.left", { count: 3 }));
  for (const limit of ["left", "most", "minimum"])
    await expect(event.group("Stalls")).not.toContainText(inText(`Event.picker.${limit}`));
  await expect(event.group("Family")).toContainText(text("Event.picker.minimum", { count: 4 }));
  await expect(event.group("Members")).toContainText(text("Event.picker.withCode"));
  for (const name of ["Floor", "Circle", text("Event.picker.merchandise")])
    await expect(page.getByRole("heading", { name, exact: true })).toBeVisible();
  const top = async (text: string) => (await page.getByText(text, { exact: true }).first().boundingBox())?.y ?? 0;
  const order = [
    "Floor",
    "Stalls",
    "Bring a cushion.",
    "Doors open at seven.",
    text("Event.picker.merchandise"),
    "At the bar.",
    "EventCards",
  ];
  const tops = await Promise.all(order.map(top));
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));

  await event.choose("Family", 1);
  await expect(event.quantity("Family")).toHaveValue("4");
  await event.fewer("Family").click();
  await expect(event.quantity("Family")).toHaveValue("0");
  await event.choose("Box", 2);
  await event.choose("EventCards", 1);
  await expect(page.getByText(text("Event.picker.chosenItems", { count: 3 }))).toBeVisible();
  await expect(page.getByText(money("165.00"))).toBeVisible();
  await expectAccessible(page, "tickets, words and goods");
  await event.reserveTickets();
  await expect(page.getByText(money("165.00")).filter({ visible: true }).first()).toBeVisible();
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("9: has a page for each date of a long run, which applies the choices of a link", {
    tag: ["@purchase", "@service", "@once"],
  }, async ({ page, serviceClient, uniqueName, money }) => {
    const { eventId, eventDateIds, ticketTypeIds } = await serviceClient.putOnSale({
      name: uniqueName("The Devil Is an Ass"),
      dates: [...RUN, ...LATER],
      ticketTypes: [{ name: "Stalls", price: "20.00" }],
    });
    await page.goto(`/${language}/events/${eventId}`);
    await page.getByRole("link", { name: dayAndTime("2099-12-13T14:00") }).click();
    await expect(page).toHaveURL(new RegExp(`/tickets\\?date=${eventDateIds[6]}$`));
    const type = ticketTypeIds[6]?.[0] ?? 0;
    const box = page.getByRole("textbox", { name: /^Stalls/ });
    await expect(box).toHaveCount(1);
    await expect(box).toHaveValue("0");
    const bar = page.getByRole("button", { name: text("Event.picker.reserve") }).locator("xpath=ancestor::div[2]");
    await expect(bar).toHaveCSS("position", "static");

    await page.goto(`/${language}/events/${eventId}/tickets?date=${eventDateIds[6]}&qty.${type}=3&ref=dj-kim`);
    await expect(box).toHaveValue("3");
    await page.getByRole("button", { name: text("Event.picker.reserve") }).click();
    await expect(page).toHaveURL(/\/checkout$/);
    await expect(page.getByText(money("60.00")).filter({ visible: true }).first()).toBeVisible();
  });
});

test("reveals hidden tickets by a code in the box or in a link, and shows a discount's conditions and saving", {
  tag: ["@a11y", "@purchase", "@service", "@phone-in-full"],
}, async ({ page, serviceClient, event, uniqueName, money }) => {
  const { eventId, ticketTypeIds } = await serviceClient.putOnSale({
    name: uniqueName("The New Inn"),
    dates: ["04-12-2099T19:30"],
    ticketTypes: [
      { name: "Stalls", price: "20.00" },
      { name: "Friends", price: "12.00", hidden: true },
      { name: "Members", price: "10.00", codeRequired: true },
    ],
  });
  const [[, friends = 0, members = 0] = []] = ticketTypeIds;
  const code = `INN${eventId}`;
  await serviceClient.call("POST", "/code", { text: code, kind: "REVEAL", ticketTypes: [friends] });
  await serviceClient.call("POST", "/code", { text: `${code}M`, kind: "BOOKING", ticketTypes: [members] });
  const { body } = await serviceClient.call("POST", "/discount", {
    name: "Three at the inn",
    kind: "PER_TICKET",
    percentage: 10,
    minimumTickets: 3,
    events: [eventId],
  });
  await serviceClient.call("PUT", `/discount/${body.id}/enable/true`, {});

  await event.open(eventId);
  await expect(page.getByText(/^Three at the inn: .*10.*3/)).toBeVisible();
  await expect(event.group("Friends")).toHaveCount(0);
  expect(await page.content()).not.toContain("Friends");
  await page.getByText(text("Event.picker.haveCode")).click();
  await page.getByLabel(text("Event.picker.code"), { exact: true }).fill("UNKNOWN");
  await page.getByRole("button", { name: text("Event.picker.applyCode") }).click();
  await expect(page.getByText(text("Cart.code.UNKNOWN", { code: "UNKNOWN" }))).toBeVisible();
  await expect(page.getByLabel(text("Event.picker.code"), { exact: true })).toHaveAccessibleDescription(
    inText("Cart.code.UNKNOWN", { code: "UNKNOWN" }),
  );
  await page.getByLabel(text("Event.picker.code"), { exact: true }).fill(code);
  await page.getByRole("button", { name: text("Event.picker.applyCode") }).click();
  await expect(page.getByText(text("Event.codeShows", { names: "Friends" }))).toBeVisible();
  await expect(event.group("Members"), "this code opens no other tickets").toContainText(text("Event.picker.withCode"));
  await page.getByLabel(text("Event.picker.code"), { exact: true }).fill(`${code} ${code}M`);
  await page.getByRole("button", { name: text("Event.picker.applyCode") }).click();
  await expect(page.getByText(text("Event.codeUnlocks"))).toBeVisible();
  await expect(event.group("Members")).not.toContainText(text("Event.picker.withCode"));
  await event.choose("Friends", 1);
  await event.choose("Stalls", 2);
  await expect(
    page.getByText(text("Event.quoteSaves", { before: money("52.00"), names: "Three at the inn" })),
  ).toBeVisible();
  expect(await event.total(), "what is charged is the large amount").toBe(money("46.80"));
  await expectAccessible(page, "a code that reveals tickets");

  await event.open(eventId, `?qty.${friends}=2&code=${code}`);
  await expect(event.quantity("Friends")).toHaveValue("2");
  await expect(page.getByText(text("Event.picker.linkChanged"))).toHaveCount(0);
  await event.reserveTickets();
  await expect(page.getByText(money("24.00")).filter({ visible: true }).first()).toBeVisible();
});
