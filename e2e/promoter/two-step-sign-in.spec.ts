import { codePage } from "#e2e/pages/code-page.ts";
import { signInPage } from "#e2e/pages/sign-in.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { createTwoStepUser } from "#e2e/support/two-step-user.ts";
import { words } from "#e2e/support/words.ts";

// A trace would show passwords and codes.
test.use({ trace: "off" });

const { language } = words;
const NEXT = `/${language}/promoter/venues?q=a`;

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test(
      "a promoter with two-step sign-in enters a code, or a backup code, and is asked for none on a trusted device",
      {
        tag: ["@service", "@promoter", "@phone-in-full"],
      },
      async ({ page, env, serviceClient }, { testId }) => {
        const username = `two-step-${testId}-${Date.now()}@foyer.example`;
        const { user, password, nextCode, usedCode, backupCodes } = await createTwoStepUser(
          serviceClient,
          env,
          username,
        );
        const promoter = signInPage(page, env);
        const code = codePage(page);

        await page.goto(NEXT);
        await expect(page).toHaveURL(promoter.url);
        await page.goto(`/${language}/promoter/sign-in?next=${encodeURIComponent(NEXT.slice(3))}`);
        await promoter.signIn(user, password);
        await expect(page).toHaveURL(code.url);
        await expect(code.user(user)).toBeVisible();
        if (javaScriptEnabled) await expectAccessible(page, "code");

        await code.enter("000000");
        await expect(code.wrong).toBeVisible();
        await expect(code.code).toHaveAttribute("aria-invalid", "true");
        if (javaScriptEnabled) await expectAccessible(page, "code, wrong");
        await code.enter(nextCode());
        await expect(page).toHaveURL(new URL(NEXT, env.address).href);

        await promoter.signOut();
        await promoter.signIn(user, password);
        await code.enter(await usedCode());
        await expect(code.used).toBeVisible();
        await code.useBackup.click();
        await expect(code.backupCode).toBeVisible();
        await code.enter("AAAA-AAAA", code.backupCode);
        await expect(code.backupWrong).toBeVisible();
        await code.trust.check();
        await code.enter((backupCodes[0] ?? "").toLowerCase().replace("-", " "), code.backupCode);
        await expect(promoter.greeting).toBeVisible();

        await promoter.signOut();
        await promoter.signIn(user, password);
        await expect(promoter.greeting, "a trusted device").toBeVisible();
      },
    );
  });
