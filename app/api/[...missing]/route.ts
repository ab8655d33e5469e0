/**
 * No page stands below /api: without this route its unknown addresses would belong to the pages of a language called
 * "api", where a form that cannot be read ends in 500.
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
