import { allRoutes } from "./routes"
import { visit } from "../../../tools/harness/shop/visit"
import type { TestStore } from "../store/test-store"

/** Medusa's own routes that return a resource by its id alone. */
const MEDUSA_ROUTES = [
  "/store/orders/:id",
  "/store/carts/:id",
  "/store/payment-collections/:id",
  "/store/customers/:id",
]

/** How many times ids found in responses are tried in turn. */
const DEPTH = 2

/**
 * Ids, tokens and hashes in a text, including those in URLs and nested JSON.
 */
export function namesIn(text: string): Set<string> {
  const words = text.match(/[\w-]{8,100}/g) ?? []
  return new Set(
    words.filter((word) => /\d/.test(word) && !/^\d{4}-\d\d-\d\dT/.test(word))
  )
}

/** Ids of Medusa's rows, such as `order_01…`. */
function idsIn(text: string): string[] {
  return text.match(/\b[a-z_]+_[0-9A-Z]{26}\b/g) ?? []
}

/**
 * Addresses of all public routes, with a name in every place that takes one.
 */
function* addressesOf(name: string): Generator<string> {
  const named = encodeURIComponent(name)
  for (const { method, path } of allRoutes()) {
    if (method !== "GET" || path.startsWith("/admin/")) {
      continue
    }
    if (path.includes(":")) {
      yield path.replace(/:\w+/g, named)
    } else {
      for (const key of [
        "cart_id",
        "payment_collection_id",
        "session_id",
        "id",
      ]) {
        yield `${path}?${key}=${named}`
      }
    }
  }
  for (const route of MEDUSA_ROUTES) {
    yield route.replace(":id", named)
  }
}

/**
 * Collects everything that a client with the publishable key can learn,
 * following the ids that it finds.
 */
export async function crawl(store: TestStore, names: Iterable<string>) {
  const headers = { "x-publishable-api-key": store.seeded.publishable_key }
  const learned: string[] = []
  const statuses = new Set<number>()
  const tried = new Set<string>()
  let next = new Set(names)
  for (let depth = 0; depth < DEPTH && next.size > 0; depth++) {
    const found = new Set<string>()
    for (const name of next) {
      tried.add(name)
      for (const address of addressesOf(name)) {
        const { status, location, text } = await visit(store.url + address, {
          headers,
        })
        statuses.add(status)
        // A rejection may repeat the requested name.
        const answer = `${location ?? ""} ${status < 400 ? text : ""}`
        learned.push(answer)
        idsIn(answer).forEach((each) => found.add(each))
      }
    }
    next = new Set([...found].filter((each) => !tried.has(each)))
  }
  return { text: learned.join("\n"), statuses }
}
