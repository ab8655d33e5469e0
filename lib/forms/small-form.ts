/** Far above a name, a password and a token; Next itself sets no limit to what a route is sent. */
export const FORM_BYTES_MAX = 16 * 1024;

/** The form in a request, which stays unread for whoever comes next; or the status that says why there is none. */
export async function smallForm(request: Request): Promise<FormData | 400 | 413> {
  const length = request.headers.get("content-length") ?? "";
  if (!/^\d{1,9}$/.test(length) || Number(length) > FORM_BYTES_MAX) return 413;
  const form = request.clone().formData();
  return form.catch(() => 400 as const);
}
