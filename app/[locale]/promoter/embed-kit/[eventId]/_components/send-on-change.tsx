"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Submits the form on a change, and keeps the scroll position. */
export function SendOnChange({ formId }: { readonly formId: string }) {
  const router = useRouter();

  useEffect(() => {
    const form = document.getElementById(formId);
    if (!(form instanceof HTMLFormElement)) return;
    const send = (event: Event) => {
      event.preventDefault();
      const query = new URLSearchParams();
      for (const [name, value] of new FormData(form)) if (value !== "") query.set(name, String(value));
      router.replace(`${window.location.pathname}?${query}` as Route, { scroll: false });
    };
    form.addEventListener("change", send);
    form.addEventListener("submit", send);
    return () => {
      form.removeEventListener("change", send);
      form.removeEventListener("submit", send);
    };
  }, [formId, router]);

  return null;
}
