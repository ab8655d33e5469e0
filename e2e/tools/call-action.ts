import { builtActions } from "./built-storefront.ts";
import { fetchStorefront, type Served } from "./fetch-storefront.ts";

type Fields = Readonly<Record<string, string>>;

/** Calls an action of the build as the page's script does. `pathOf` fills in the address of its page below /promoter. */
export async function callAction(
  address: string,
  name: string,
  form: Fields,
  headers: Fields,
  pathOf: (page: string) => string = (page) => `/en/promoter${page}`,
): Promise<Served> {
  const action = builtActions().find((one) => one.name === name);
  if (action === undefined) throw new Error(`${name} is not in the build.`);
  const body = new FormData();
  // The form is the first argument of some actions, and the second of the others.
  for (const argument of [1, 2])
    for (const [field, value] of Object.entries({ locale: "en", ...form })) body.append(`_${argument}_${field}`, value);
  body.append("0", '["$K1","$K2"]');
  const encoded = new Response(body);
  return fetchStorefront(address, {
    method: "POST",
    path: pathOf((action.pages[0] ?? "").replace(/^\/\[locale\]\/promoter/, "")),
    headers: {
      origin: address,
      "sec-fetch-site": "same-origin",
      accept: "text/x-component",
      "next-action": action.id,
      ...headers,
      "content-type": encoded.headers.get("content-type") ?? "",
    },
    body: Buffer.from(await encoded.arrayBuffer()),
  });
}
