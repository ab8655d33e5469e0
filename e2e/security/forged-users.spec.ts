import { ATTACKED } from "#e2e/attacks/actions.ts";
import { attackThenSend, formFor, type Scene, sendForm, signInForm } from "#e2e/attacks/attack.ts";
import { ENCODINGS, filled } from "#e2e/attacks/forms.ts";
import { networksOf, openVisitor } from "#e2e/attacks/http-visitor.ts";
import { cookieSealer } from "#e2e/attacks/sealed-cookies.ts";
import { linkIn } from "#e2e/pages/user-pages.ts";
import { expect, test } from "#e2e/support/fixtures.ts";
import { ownMailbox } from "#e2e/support/mailbox.ts";
import { required } from "#e2e/support/target/env.ts";
import { words } from "#e2e/support/words.ts";

type Listed = { readonly id: number; readonly email: string };

const USERS = "/en/promoter/settings/users";
const PASSWORDS = ["seven green bottles on a wall", "eleven grey kettles on a shelf"] as const;

for (const encoding of ENCODINGS)
  test(
    `a forged ${encoding} invites nobody, uses no mailed link up, and changes no access`,
    { tag: ["@once", "@service", "@promoter", "@mail", "@sandbox"] },
    async ({ page, env, serviceClient, mailbox, buyer }, { testId }) => {
      const { address: origin } = env;
      const email = ownMailbox(buyer);
      const networks = networksOf(testId);
      const [promoter, stranger, other] = [
        openVisitor(origin, networks.next().value),
        openVisitor(origin, networks.next().value),
        openVisitor(origin, networks.next().value),
      ];
      await sendForm({ origin }, promoter, await signInForm({ page, victim: promoter }, env));
      const sealer = cookieSealer(required(env, "sandbox").cookieKeys);
      const { body: login } = await serviceClient.call("GET", "/user/login");
      const { id: account } = login.account as { readonly id: number };
      const listed = async (path: string, name: string) => {
        const { body } = await serviceClient.call("GET", `/account/${account}/${path}`);
        return (body[name] as readonly Listed[]).filter((one) => one.email === email);
      };
      const invitations = () => listed("invitations", "invitations");
      const people = () => listed(`userSummaries?q=${encodeURIComponent(email)}`, "users");
      const state = async () => JSON.stringify([await invitations(), await people()]);
      const scene: Scene = { page, origin, encoding, victim: promoter, sealer, otherVisitor: async () => other, state };
      const jars = { "a buyer's cookies": other.cookies };

      const empty = await formFor(scene, "inviteUser", `${USERS}/new`);
      const invited = filled(empty, { email, capabilities: "ORDERS", scans: "ALL" });
      await attackThenSend(scene, { name: "inviteUser", form: invited, jars });
      const [invitation] = await invitations();
      // One that is replaced before its letter is written is not sent at all.
      await mailbox.messageTo(email);
      const again = await formFor(scene, "changeInvitation", USERS);
      const sent = filled(again, { id: `${invitation?.id}`, change: "again" });
      await attackThenSend(scene, { name: "changeInvitation", form: sent, jars });
      await expect.poll(async () => (await mailbox.messagesTo(email)).length).toBe(2);

      // Whoever has a mailed link needs no session: only the origin protects its form.
      const open: Scene = { ...scene, victim: stranger };
      const link = new URL(linkIn(await mailbox.messageTo(email), "invitation")).pathname;
      const [password, newPassword] = PASSWORDS;
      const opened = await formFor(open, "createAccount", link);
      const created = filled(opened, { firstName: "Sam", username: email, password });
      await attackThenSend(open, { name: "createAccount", form: created, needsVisitor: false });
      const [person] = await people();

      const asked = await formFor(open, "requestNewPassword", "/en/promoter/sign-in/forgotten");
      const forgotten = filled(asked, { user: email });
      const request = { name: "requestNewPassword", form: forgotten, needsVisitor: false, changesService: false };
      await attackThenSend(open, request);
      const subject = words.text("Mail.passwordLink.subject");
      const mails = await mailbox.messageTo(email, { subject });
      expect(await mailbox.messagesTo(email, { subject }), "only the real form had a link mailed").toHaveLength(1);
      const chosen = await formFor(open, "setNewPassword", new URL(linkIn(mails, "password")).pathname);
      const renewed = filled(chosen, { password: newPassword });
      await attackThenSend(open, { name: "setNewPassword", form: renewed, needsVisitor: false });

      const found = await formFor(scene, "changeAccess", `${USERS}/${person?.id}`);
      const changed = filled(found, { capabilities: "REPORTS" });
      await attackThenSend(scene, { name: "changeAccess", form: changed, jars });
      const removed = await formFor(scene, "changePersonsSignIn", `${USERS}/${person?.id}/remove`);
      await attackThenSend(scene, { name: "changePersonsSignIn", form: removed, jars });
      expect(ATTACKED.users).toEqual(["changeAccess", "changePersonsSignIn", "inviteUser", "changeInvitation"]);
      expect(ATTACKED.mailedLinks).toEqual(["requestNewPassword", "setNewPassword", "createAccount"]);
    },
  );
