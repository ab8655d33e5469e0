import assert from "node:assert/strict";
import { after, test } from "node:test";
import { createTranslator } from "use-intl/core";
import { searchEvents } from "#lib/ticketing/events.ts";
import en from "#messages/en.json" with { type: "json" };
import { answers, startFixtureService } from "#test/tools/fixture-service.ts";
import { applySettings } from "#test/tools/storefront-settings.ts";
import { countInWords, foundInWords } from "./found-words.ts";

const service = await startFixtureService();
after(service.close);
applySettings({ TICKETING_URL: service.url, TICKETING_CA: service.ca });
const t = createTranslator({ locale: "en", messages: en, namespace: "Search" });

for (const [headers, q, said, title] of [
  [{}, undefined, "1,000 events found", "1,000 events found"],
  [{ "X-Total-More": "true" }, undefined, "More than 1,000 events found", "More than 1,000 events found"],
  [{ "X-Total-More": "true" }, "storm", "More than 1,000 events for “storm”", "More than 1,000 events for “storm”"],
  [{}, "storm", "1,000 events for “storm”", "1,000 events for “storm”"],
  [
    { "X-Total-More": "true", "X-Matched": "nearly" },
    "stormm",
    "Nothing matches “stormm” exactly. More than 1,000 events come close, here are the first:",
    "More than 1,000 events for “stormm”",
  ],
] as const) {
  test(`a search that counted to a thousand shows ${said}`, async () => {
    service.behave(answers([], 200, { "X-Total-Count": "1000", ...headers }));
    const page = await searchEvents({ ...(q !== undefined && { q }), page: 1, pageSize: 24 });
    assert.ok(page);
    assert.equal(foundInWords(page, q, t), said);
    assert.equal(countInWords(page, q, t), title);
  });
}
