export type GlobalErrorWords = { readonly title: string; readonly text: string; readonly retry: string };

type Words = { readonly en: GlobalErrorWords } & { readonly [locale: string]: GlobalErrorWords | undefined };

/** The words of the error page, once more: where this is needed nobody can be asked for the messages. */
export const globalErrorWords: Words = {
  en: {
    title: "This page could not be shown",
    text: "Something on our side did not answer. Nothing you hold is lost, and nothing was charged by opening this page.",
    retry: "Try again",
  },
  es: {
    title: "No se ha podido mostrar esta página",
    text: "Algo de nuestra parte no ha respondido. No has perdido ninguna reserva y no se te ha cobrado nada por abrir esta página.",
    retry: "Volver a intentarlo",
  },
  fr: {
    title: "Cette page n’a pas pu s’afficher",
    text: "Un élément de notre côté n’a pas répondu. Vos réservations sont intactes et ouvrir cette page n’a rien débité.",
    retry: "Réessayer",
  },
  de: {
    title: "Diese Seite konnte nicht angezeigt werden",
    text: "Bei uns hat etwas nicht geantwortet. Ihre Reservierungen sind nicht verloren, und durch das Öffnen dieser Seite wurde nichts abgebucht.",
    retry: "Erneut versuchen",
  },
  ar: {
    title: "تعذّر عرض هذه الصفحة",
    text: "حدث خلل من جانبنا. حجوزاتك ما زالت قائمة، ولم يُخصم منك شيء بفتح هذه الصفحة.",
    retry: "إعادة المحاولة",
  },
};
