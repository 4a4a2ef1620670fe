import { allRoutes } from "./routes"
import type { TestStore } from "./store"
import { visit } from "./visit"

/** Medusa's own routes that open what they are given the id of. */
const MEDUSA_ROUTES = [
  "/store/orders/:id",
  "/store/carts/:id",
  "/store/payment-collections/:id",
  "/store/customers/:id",
]

/** How often ids that an answer names are tried in turn. */
const DEPTH = 2

/** Ids, tokens and hashes in a text, also within URLs and JSON in JSON. */
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

/** Addresses of all public routes, with a name wherever one may stand. */
function* addressesOf(name: string): Generator<string> {
  const named = encodeURIComponent(name)
  for (const { method, path } of allRoutes()) {
    if (method !== "GET" || path.startsWith("/admin/")) {
      continue
    }
    if (path.endsWith("/events")) {
      // The same state as the route beside it, and open for minutes.
      continue
    }
    if (path.includes(":")) {
      const at = path.replace(/:\w+/, named)
      yield at
      yield `${at}?result=success`
      yield `${at}?result=success&token=${named}`
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

/** Everything that a client with the publishable key learns, who goes on with what it has learned. */
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
        // A refusal may repeat what it was asked for.
        const answer = `${location ?? ""} ${status < 400 ? text : ""}`
        learned.push(answer)
        idsIn(answer).forEach((each) => found.add(each))
      }
    }
    next = new Set([...found].filter((each) => !tried.has(each)))
  }
  return { text: learned.join("\n"), statuses }
}
