import { expect, test } from "#e2e/support/fixtures.ts";
import { wallTime } from "#e2e/support/service-client.ts";
import { words } from "#e2e/support/words.ts";
import { readCalendar } from "#e2e/tools/read-calendar.ts";

const { language } = words;

test("the feeds of a group and a venue have its events alone, and a cancelled date keeps its entry", {
  tag: ["@service", "@once", "@sandbox"],
}, async ({ page, serviceClient, uniqueName }) => {
  const inGroup = await serviceClient.putOnSale({
    name: uniqueName("Fringe, the Calendar"),
    dates: [wallTime(33), wallTime(34)],
  });
  const other = await serviceClient.putOnSale({ name: uniqueName("Elsewhere"), dates: [wallTime(33)] });
  const name = uniqueName("The Feed Fringe");
  const group = await serviceClient.publishGroup({ name, events: [inGroup.eventId] });
  const get = (path: string) => page.request.get(`/${language}/${path}`);

  const calendarOf = async (query: string) => {
    const answer = await get(`events.ics?${query}`);
    expect(answer.headers()["content-type"]).toBe("text/calendar; charset=utf-8");
    const text = await answer.text();
    return { text, entries: readCalendar(text).map(({ properties }) => properties) };
  };
  await expect.poll(async () => (await calendarOf(`group=${group}`)).entries.length).toBe(2);
  const before = await calendarOf(`group=${group}`);
  expect(before.text.replaceAll("\r\n ", "")).toContain(`X-WR-CALNAME:${name}`);
  expect(before.entries.map(({ SUMMARY, STATUS }) => [SUMMARY, STATUS])).toEqual([
    [inGroup.name, "CONFIRMED"],
    [inGroup.name, "CONFIRMED"],
  ]);
  const [first] = inGroup.eventDateIds;
  const link = new URL(before.entries[0]?.URL ?? "");
  expect(`${link.pathname}${link.search}`).toBe(
    `/${language}/events/${inGroup.eventId}?date=${first}&utm_medium=calendar`,
  );

  await serviceClient.call("PUT", `/eventDate/${first}`, { cancelled: true });
  await expect
    .poll(async () => (await calendarOf(`group=${group}`)).entries.map(({ UID, STATUS }) => [UID, STATUS]))
    .toEqual(before.entries.map(({ UID }, at) => [UID, at === 0 ? "CANCELLED" : "CONFIRMED"]));

  const idsOf = async (query: string) =>
    ((await (await get(`events.json?${query}`)).json()) as { events: { id: number }[] }).events.map(({ id }) => id);
  expect(await idsOf(`group=${group}`)).toEqual([inGroup.eventId]);
  const both = [inGroup.eventId, other.eventId];
  // For half a second after a change the list of before it is sent.
  await expect
    .poll(
      async () => (await idsOf("")).filter((id) => both.includes(id)).length,
      "the control: both are in the list of all",
    )
    .toBe(2);

  const { body } = await serviceClient.call("GET", `/event/${inGroup.eventId}`);
  const { id: venue } = body.venue as { id: number };
  expect(await idsOf(`venue=${venue}`)).toEqual([inGroup.eventId]);
  expect(await idsOf(`group=${group}&venue=${venue}`)).toEqual([inGroup.eventId]);
  expect((await calendarOf(`venue=${venue}`)).entries).toHaveLength(2);
  expect((await calendarOf("venue=999999999")).entries, "a venue that nothing is at").toEqual([]);
  for (const query of ["group=999999999", "group=x", "venue=0", "group=1/../../promoter", "venue=1e3"])
    for (const file of ["events.ics", "events.json"])
      expect((await get(`${file}?${query}`)).status(), `${file}?${query}`).toBe(404);
  await expect(page.goto(`/${language}/groups/${group}`)).resolves.toBeTruthy();
  const alternate = (type: string) => page.locator(`link[rel="alternate"][type="${type}"]`).getAttribute("href");
  expect(await alternate("text/calendar")).toMatch(new RegExp(`/${language}/events\\.ics\\?group=${group}$`));
  expect(await alternate("application/json")).toMatch(new RegExp(`/${language}/events\\.json\\?group=${group}$`));
});

test("another site finds by an event's address how to show it, and the frame opens there", {
  tag: ["@service", "@once", "@sandbox"],
}, async ({ page, env, serviceClient, uniqueName }) => {
  const { eventId, name } = await serviceClient.putOnSale({ name: uniqueName("The Pasted Address") });
  const group = await serviceClient.publishGroup({ name: uniqueName("The Pasted Group"), events: [eventId] });
  for (const path of [`events/${eventId}`, `groups/${group}`]) {
    await page.goto(`/${language}/${path}`);
    const address = await page.locator('link[rel="alternate"][type="application/json+oembed"]').getAttribute("href");
    const answer = await page.request.get(address ?? "");
    expect(answer.headers()["access-control-allow-origin"]).toBe("*");
    const { type, version, html, provider_name } = await answer.json();
    expect([type, version]).toEqual(["rich", "1.0"]);
    expect(provider_name).toBe(await page.locator('meta[property="og:site_name"]').getAttribute("content"));
    const [, src = ""] = /<iframe src="([^"]+)"/.exec(html) ?? [];
    expect(src).toBe(`${env.address}/${language}/embed/${path}?utm_medium=oembed`);
    await page.goto(src);
    await expect(page.getByText(name).first()).toBeVisible();
  }
  const of = (address: string, more = "") =>
    page.request.get(`/oembed?url=${encodeURIComponent(address)}${more}`).then((answer) => answer.status());
  expect(await of(`${env.address}/${language}/events/${eventId}`), "the control").toBe(200);
  expect(await of(`${env.address}/${language}/events/${eventId}`, "&format=xml")).toBe(501);
  for (const address of [
    `https://evil.example/${language}/events/${eventId}`,
    `${env.address}/${language}/events/999999999`,
    `${env.address}/${language}/cart`,
    "",
  ])
    expect(await of(address), address).toBe(404);
});
