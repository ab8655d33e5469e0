const MASKED = "•••";

type Login = { readonly user: string; readonly password: string };

/**
 * Returns a function that replaces a user's password in a text, in every form in which the kit or a service could write it,
 * and the numbers of the cards.
 */
export function createMask({ user, password }: Login, cards: readonly (string | undefined)[] = []) {
  const base64 = (text: string) => Buffer.from(text).toString("base64");
  const basic = base64(`${user}:${password}`);
  const secrets = [
    ...[basic, basic.replace(/=+$/, ""), Buffer.from(`${user}:${password}`).toString("base64url")],
    ...[base64(password), base64(password).replace(/=+$/, "")],
    ...[password, encodeURIComponent(password), JSON.stringify(password).slice(1, -1)],
    ...[JSON.stringify(JSON.stringify(password)).slice(3, -3), escapeXml(password)],
    ...cards.flatMap((card) => (card === undefined ? [] : [card, card.replace(/\d{4}(?=\d)/g, "$& ")])),
  ].filter((secret) => secret !== "");
  // The longest first: a short password could be a part of a longer form.
  const inOrder = [...new Set(secrets)].sort((one, other) => other.length - one.length);
  return (text: string): string => inOrder.reduce((masked, secret) => masked.replaceAll(secret, MASKED), text);
}

/** Escapes the signs that XML and HTML read as markup. */
function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
