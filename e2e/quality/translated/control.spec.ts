import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "#e2e/support/fixtures.ts";
import { translatePages, untilTranslated } from "#e2e/support/translator.ts";

/** React's builds for production, each after those that it requires. */
const REACT = [
  ["scheduler", "scheduler/cjs/scheduler.production.js"],
  ["react", "react/cjs/react.production.js"],
  ["react-dom", "react-dom/cjs/react-dom.production.js"],
  ["react-dom/client", "react-dom/cjs/react-dom-client.production.js"],
] as const;

/** What a press does to a text beside an element, and the fault of a translated page. */
const CASES = [
  ["a bare text goes", /removeChild/],
  ["an element comes before a bare text", /insertBefore/],
  ["a bare text changes", /“One” stayed on the page, which wants “Two”/],
  ["texts in elements go and change", undefined],
] as const;

test.describe("The browser that translates", { tag: ["@catalogue", "@sandbox", "@chromium", "@phone-in-full"] }, () => {
  for (const [what, fault] of CASES)
    test(`reports ${fault === undefined ? "nothing" : "a fault"} where ${what}`, async ({ page, context }) => {
      await context.route("**/control", (route) =>
        route.fulfill({ contentType: "text/html", body: "<!doctype html>" }),
      );
      const { faults } = await translatePages(context);
      await page.goto("/control");
      await page.addScriptTag({ content: await reactScript() });
      await page.evaluate(render, what);
      await untilTranslated(page);
      await page.getByRole("button").click();
      if (fault !== undefined) return expect.poll(() => faults.join()).toMatch(fault);
      await expect(page.getByRole("paragraph")).toHaveText("BesideTwo");
      await untilTranslated(page);
      expect(faults).toEqual([]);
    });
});

/** Returns a script that sets `modules` of the window, by name. */
async function reactScript(): Promise<string> {
  const define = REACT.map(async ([name, file]) => {
    const source = await readFile(join(import.meta.dirname, "../../../node_modules", file), "utf8");
    return `(module => { (function (exports, require) { ${source} })(module.exports, name => modules[name]); modules["${name}"] = module.exports })({ exports: {} });`;
  });
  return ["window.modules = {};", ...(await Promise.all(define))].join("\n");
}

type Modules = {
  readonly react: typeof import("react");
  readonly "react-dom/client": typeof import("react-dom/client");
};

/** Runs in the page. Renders a button, and below it what its press changes. */
function render(what: (typeof CASES)[number][0]): void {
  const { react, "react-dom/client": client } = Reflect.get(window, "modules") as Modules;
  const h = react.createElement;
  const beside = h("b", { key: "beside" }, "Beside");
  const parts = {
    "a bare text goes": (isFirst: boolean) => [beside, isFirst && "Text"],
    "an element comes before a bare text": (isFirst: boolean) => [!isFirst && beside, "Text"],
    "a bare text changes": (isFirst: boolean) => [beside, isFirst ? "One" : "Two"],
    "texts in elements go and change": (isFirst: boolean) => [
      !isFirst && beside,
      h("span", { key: "changes" }, isFirst ? "One" : "Two"),
      isFirst && h("span", { key: "goes" }, "Text"),
    ],
  };
  function Page() {
    const [isFirst, setFirst] = react.useState(true);
    const button = h("button", { onClick: () => setFirst(false) }, "Press");
    return h("html", null, h("body", null, button, h("p", null, ...parts[what](isFirst))));
  }
  client.createRoot(document).render(h(Page));
}
