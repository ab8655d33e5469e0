/**
 * Returns 404 below /api. Without this route unknown URLs would belong to pages of a language "api", where an
 * unreadable form ends in 500.
 */
function notFound(): Response {
  return Response.json({ error: "not found" }, { status: 404, headers: { "Cache-Control": "no-store" } });
}

export {
  notFound as DELETE,
  notFound as GET,
  notFound as HEAD,
  notFound as OPTIONS,
  notFound as PATCH,
  notFound as POST,
  notFound as PUT,
};
