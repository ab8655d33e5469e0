/** The words of the global error page until those in the language of the URL have arrived. */
export const globalErrorEnglish = {
  title: "We can’t show this page right now",
  text: "Something went wrong on our side. Try again in a moment.",
  retry: "Try again",
};
