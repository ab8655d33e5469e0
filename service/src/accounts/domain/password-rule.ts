import { isAccessToken } from "./access-token.ts";

/** Long enough that guessing over the network is hopeless; what it is made of is its owner's business. */
const CHARACTERS_MIN = 12;
const DIFFERENT_MIN = 5;

/** Whether somebody may have this password. Neither their name nor a few repeated keys are a secret. */
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
