import { TOTP } from "otpauth";
import { ownAccountPages } from "#e2e/pages/own-account.ts";
import { signInPage } from "#e2e/pages/sign-in.ts";
import { expectAccessible } from "#e2e/support/accessibility.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { openServiceClient } from "#e2e/support/service-client.ts";
import { words } from "#e2e/support/words.ts";
import { untilHydrated } from "#e2e/tools/click-hydrated.ts";

// A trace would show passwords and codes.
test.use({ trace: "off" });

const { language, text } = words;
const FIRST = "seven green bottles";
const SECOND = "eight grey herons";

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with JavaScript" : "without JavaScript", () => {
    test.use({ javaScriptEnabled });

    test(
      "a manager changes the password, turns on two-step sign-in, creates a token, and signs out everywhere; the log has it all",
      { tag: ["@service", "@promoter", "@phone-in-full"] },
      async ({ page, env, serviceClient }, { testId }) => {
        test.slow();
        const user = `own-${testId}-${Date.now()}@foyer.example`;
        const made = await serviceClient.call("POST", "/user", {
          username: user,
          password: FIRST,
          firstName: "Ada",
          capabilities: ["MANAGE"],
        });
        expect(made.status).toBe(200);
        /** Returns how the service answers this user with a password or a token. */
        const signInWith = async (password: string) =>
          (await openServiceClient({ ...env, serviceLogin: { user, password } }).call("GET", "/user/login")).status;
        const accessible = async (name: string) => {
          if (javaScriptEnabled) await expectAccessible(page, name, ["main"]);
        };
        const promoter = signInPage(page, env);
        const own = ownAccountPages(page);
        await promoter.open();
        await promoter.signIn(user, FIRST);
        await expect(promoter.greeting).toBeVisible();

        await own.open("password");
        await accessible("own password");
        if (javaScriptEnabled) await untilHydrated(own.changePassword);
        await own.changePasswordTo("not the password", SECOND);
        await expect(own.problem).toContainText(text("OwnAccount.refused.password_wrong"));
        await expect(own.current, "no password is sent back").toHaveValue(javaScriptEnabled ? "not the password" : "");
        await own.changePasswordTo(FIRST, "foyer");
        await expect(own.problem).toContainText(text("OwnAccount.refused.password_unfit"));
        expect(await signInWith(FIRST)).toBe(200);
        await own.changePasswordTo(FIRST, SECOND);
        await expect(own.says("password.changed")).toBeVisible();
        expect([await signInWith(FIRST), await signInWith(SECOND)]).toEqual([401, 200]);

        await own.open("second-factor");
        await accessible("two-step sign-in, off");
        if (javaScriptEnabled) await untilHydrated(own.begin);
        await own.begin.click();
        await expect(own.problem).toContainText(text("OwnAccount.password.currentMissing"));
        await own.beginWith("not the password");
        await expect(own.problem).toContainText(text("OwnAccount.refused.password_wrong"));
        await expect(own.qr, "a session alone turns nothing on").toHaveCount(0);
        await own.beginWith(SECOND);
        await expect(own.qr).toBeVisible();
        await accessible("two-step sign-in, to be turned on");
        expect(new URL(page.url()).search, "no secret is in an address").toBe("");
        const secret = (await own.key.innerText()).replaceAll(/\s/g, "");
        const backupCodes = await own.backupCodes.allInnerTexts();
        expect(backupCodes).toHaveLength(10);
        const file = decodeURIComponent((await own.backupFile.getAttribute("href")) ?? "");
        expect(file).toContain(backupCodes.join("\r\n"));
        await own.code.fill("12345");
        await own.turnOn.click();
        await expect(own.problem).toContainText(text("OwnAccount.factor.isSavedMissing"));
        await own.isSaved.check();
        await own.turnOn.click();
        await expect(own.problem).toContainText(text("OwnAccount.refused.code_wrong"));
        await expect(own.key, "the same key is shown").toHaveText(new RegExp(secret.replaceAll(/.{4}/g, "$&\\s*")));
        expect(await signInWith(SECOND), "it is off until a code is right").toBe(200);
        await own.code.fill(new TOTP({ secret }).generate());
        await own.turnOn.click();
        await expect(own.says("factor.nowOn")).toBeVisible();
        expect(await signInWith(SECOND)).toBe(401);
        await accessible("two-step sign-in, on");

        await own.open("tokens");
        await own.addToken.first().click();
        await accessible("new token");
        if (javaScriptEnabled) await untilHydrated(own.createToken);
        await own.tokenName.fill("Newsletter export");
        await own.access("REPORTS").check();
        await own.tokenPassword.fill(SECOND);
        await own.createToken.click();
        await expect(own.problem).toContainText(text("OwnAccount.refused.second_factor"));
        await own.tokenPassword.fill(SECOND);
        await own.tokenCode.fill((backupCodes[0] ?? "").toLowerCase());
        await own.createToken.click();
        const token = await own.token.inputValue();
        expect(await signInWith(token)).toBe(200);
        await own.done.click();
        const row = own.tokenRow("Newsletter export");
        await expect(row).toContainText(new RegExp(text("Manage.access.REPORTS"), "i"));
        await expect(page.locator("main"), "a token is shown once").not.toContainText(token);
        await accessible("tokens");
        await row.locator(own.askToDelete).click();
        await own.deleteToken.click();
        await expect(own.says("tokens.deleted")).toBeVisible();
        expect(await signInWith(token)).toBe(401);

        await own.open("second-factor");
        if (javaScriptEnabled) await untilHydrated(own.turnOff);
        await own.codeToTurnOff.fill(backupCodes[0] ?? "");
        await own.turnOff.click();
        await expect(own.problem, "each backup code is for one use").toBeVisible();
        await own.codeToTurnOff.fill(backupCodes[1] ?? "");
        await own.turnOff.click();
        await expect(own.says("factor.nowOff")).toBeVisible();
        expect(await signInWith(SECOND)).toBe(200);

        await page.goto(`/${language}/promoter/settings/log?user=${made.body.id}`);
        for (const sentence of ["passwordChanged", "factorOn", "factorOff", "tokenDeleted"])
          await expect(page.getByRole("rowheader", { name: text(`AuditLog.sentence.${sentence}`) })).not.toHaveCount(0);
        await expect(page.locator("main"), "no secret is in the log").not.toContainText(secret);
        await accessible("log");

        await own.open("tokens");
        await own.everywhere.click();
        await expect(page).toHaveURL(promoter.url);
        await own.open("tokens");
        await expect(page).toHaveURL(new RegExp(`/${language}/promoter/sign-in`));
      },
    );
  });
