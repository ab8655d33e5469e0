// Renders the OpenAPI document. The page sends no calls: `supportedSubmitMethods` is empty.
window.SwaggerUIBundle({
  url: document.getElementById("docs").dataset.description,
  dom_id: "#docs",
  deepLinking: true,
  supportedSubmitMethods: [],
  validatorUrl: null,
  docExpansion: "list",
  defaultModelRendering: "example",
  defaultModelsExpandDepth: 0,
  displayRequestDuration: false,
  filter: true,
  syntaxHighlight: { activated: false },
});
