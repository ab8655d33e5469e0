import { isAccessToken } from "./access-token.ts";

/** Too long to guess over the network. There is no rule about the characters it uses. */
const CHARACTERS_MIN = 12;
const DIFFERENT_MIN = 5;

/** Returns whether this user may have this password. It must not contain the user name or repeat a few characters. */
export function isFitPassword(password: string, username: string): boolean {
  const characters = [...password.normalize("NFC")];
  const folded = password.normalize("NFC").toLowerCase();
  const [local = ""] = username.normalize("NFC").toLowerCase().split("@");
  return (
    characters.length >= CHARACTERS_MIN &&
    new Set(characters).size >= DIFFERENT_MIN &&
    !isAccessToken(password) &&
    !(local.length > 2 && folded.includes(local))
  );
}
