import { config, maxLength, minLength, object, type output, string } from "zod/mini";

// A strict content security policy forbids what the compiled form of a schema would need.
config({ jitless: true });

/** What is wrong with a field; the words stand in the messages under the same names. */
export type SignInProblem = "userMissing" | "passwordMissing";

/** Longer than any name or password; a limit, so that nobody has a novel hashed. */
const LENGTH_MAX = 256;

const typed = (problem: SignInProblem) => string(problem).check(minLength(1, problem), maxLength(LENGTH_MAX, problem));

export const signInSchema = object({ user: typed("userMissing"), password: typed("passwordMissing") });

export type SignIn = output<typeof signInSchema>;
