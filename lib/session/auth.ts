import "server-only";

import type { NextAuthOptions } from "next-auth";
import CredentialsProvider from "next-auth/providers/credentials";
import { env } from "#lib/env.ts";
import { ownerOf, PROMOTER_COOKIE, PROMOTER_SECONDS, promoterToken } from "#lib/session/promoter-token.ts";
import { Credential } from "#lib/ticketing/credential.ts";
import { getPromoter } from "#lib/ticketing/promoters.ts";

/** A promoter's session: one check, the typed name and password against the service. */
export function authOptions(): NextAuthOptions {
  return {
    secret: env().NEXTAUTH_SECRET,
    session: { strategy: "jwt", maxAge: PROMOTER_SECONDS },
    pages: { signIn: "/en/promoter/sign-in" },
    cookies: {
      sessionToken: { name: PROMOTER_COOKIE, options: { httpOnly: true, secure: true, sameSite: "lax", path: "/" } },
    },
    providers: [
      CredentialsProvider({
        credentials: { user: {}, password: { type: "password" } },
        async authorize(typed) {
          if (!typed?.user || !typed.password) return null;
          const credential = new Credential(typed.user, typed.password);
          const promoter = await getPromoter(credential);
          return promoter ? { id: promoter.email, ...promoterToken(promoter, credential) } : null;
        },
      }),
    ],
    callbacks: {
      // The encrypted token takes what `authorize` made of the sign-in; nothing later changes it.
      jwt: ({ token, user }) => (user ? { ...token, ...user } : token),
      // What a browser may read: who is signed in and what they may do, and never the credential.
      session: ({ session, token }) => ({ expires: session.expires, user: ownerOf(token)?.promoter ?? {} }),
    },
  };
}
