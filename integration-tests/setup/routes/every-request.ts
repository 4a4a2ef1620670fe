import type { Admin } from "../admin/admin"
import type { Route } from "./routes"
import type { TestStore } from "../store/test-store"

/** Bodies that some routes accept and most reject. */
const bodiesWith = (refused: string) => [
  undefined,
  {},
  [],
  { action: "close", note: "Seen." },
  { action: "retry", note: "Again." },
  { action: "refund", note: 1, refund: { amount: "-1" }, unknown: true },
  { refund_to: `0x${"a1".repeat(20)}` },
  { refund_to: "nowhere", tx_hash: "none" },
  { tx_hash: `0x${"b2".repeat(32)}`, refund_to: `0x${"a1".repeat(20)}` },
  { price: "payment", shown_amount: "0.01" },
  { rail: "hosted" },
  { rail: "onchain" },
  { rail: "paper" },
  {
    rail: "hosted",
    base_url: "https://gateway.invalid",
    client_id: "x",
    client_secret: refused,
  },
  { version: "no", general: { checkout_flow: "never" } },
  {
    hosted: { client_secret: refused, base_url: "http://10.0.0.1" },
    onchain: { webhook_secrets: { add: [refused], remove: ["stset_none"] } },
    unknown: refused,
  },
  { onchain: { client_secret: refused, default_chain: "SOLANA" } },
]

const QUERIES = [
  "",
  "?fields=*",
  "?fields=%2Bvalue,%2Bsecrets,%2Bdetails,%2Bcheckout_token,%2Bbody",
  "?limit=1000&offset=0",
  "?limit=none&order=secrets",
  "?q=test_shop",
  "?result=success",
  "?order_id=order_none",
]

/**
 * All requests to a route, with existing and with unknown ids.
 *
 * @param refused a secret that is sent where no route accepts it
 */
export function* requestsOf(
  { method, path }: Route,
  known: Record<string, string[]>,
  refused: string
): Generator<{ path: string; body?: unknown }> {
  const [, list] =
    /\/:(session)_id/.exec(path) ?? /\/(\w+)\/:\w+/.exec(path) ?? []
  const ids = list ? [...(known[list] ?? []), "st_none", "%00", "%E0%A4"] : [""]
  for (const id of ids) {
    const named = path.replace(/:\w+/, id)
    if (method === "GET" || method === "DELETE") {
      const ofCarts = (known.carts ?? []).map((cart) => `?cart_id=${cart}`)
      for (const query of [...QUERIES, ...ofCarts]) {
        yield { path: `${named}${query}` }
      }
    } else {
      for (const body of bodiesWith(refused)) {
        yield { path: named, body }
      }
    }
  }
}

/** Calls as an admin where a route needs one, else as an anonymous client. */
export async function callRoute(
  store: TestStore,
  admin: Admin,
  { method }: Route,
  path: string,
  body: unknown
): Promise<{ status: number }> {
  if (path.startsWith("/admin/")) {
    return await admin.call(method as "GET" | "POST", path, body)
  }
  return await fetch(`${store.url}${path}`, {
    method,
    redirect: "manual",
    headers: {
      "content-type": "application/json",
      "x-publishable-api-key": store.seeded.publishable_key,
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
}
