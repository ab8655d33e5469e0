"use client";

import { createContext, type ReactNode, useContext } from "react";

export type ErrorPageWords = { readonly title: string; readonly text: string; readonly retry: string };

const Words = createContext<ErrorPageWords>({ title: "", text: "", retry: "" });

/** Hands the error page its words beforehand: when it is needed, the server cannot be asked for them. */
export function ErrorWords({ words, children }: { readonly words: ErrorPageWords; readonly children: ReactNode }) {
  return <Words value={words}>{children}</Words>;
}

export function useErrorWords(): ErrorPageWords {
  return useContext(Words);
}
