import { PROVIDERS } from "../../harness/shop/names"
import { type Cart, Shopper } from "../../harness/shop/shopper"
import {
  type BuiltStore,
  startBuiltStore,
} from "../../harness/built-store/built-store"
import { type Measure, median, type Row } from "../measure"
import { undisturbed } from "../undisturbed"
import { clearSessions } from "./session"

const WARM_UP = 5
/** More than the counted requests take. */
const COUNTED_MS = 10_000

const CURRENCIES = ["euro", "dollar"] as const
const REQUESTS = ["options", "start"] as const
type Currency = (typeof CURRENCIES)[number]
type Requested = (typeof REQUESTS)[number]

/** Statements and milliseconds of the requests of a buyer. */
type Costs = Record<Requested, { statements: number; ms: number }>

/** The cost of selling in another currency than the dollar. */
export const currencies: Measure = {
  name: "currencies",
  run: async ({ serverUrl, freePort, atEnd, quick, say }) => {
    say("Purchases in euros, alternating with dollars, at a separate store.")
    const port = await freePort()
    const store = await startBuiltStore({ serverUrl, port, rates: true })
    atEnd("The store in two currencies", store.close)
    try {
      return await rowsOf(store, quick ? 10 : 200)
    } finally {
      await store.close()
    }
  },
}

async function rowsOf(store: BuiltStore, samples: number): Promise<Row[]> {
  store.sandbox.fault({ kind: "drop", times: 10_000 })
  const { seeded, url, sandbox } = store
  const carts: Record<Currency, Cart> = {
    euro: await new Shopper(url, seeded.euro).fillCart(),
    dollar: await new Shopper(url, seeded).fillCart(),
  }
  const costs: Record<Currency, Costs[]> = { euro: [], dollar: [] }
  for (let sample = -WARM_UP; sample < samples; sample++) {
    // The first one affects the second.
    const order = sample % 2 ? CURRENCIES : CURRENCIES.toReversed()
    for (const currency of order) {
      const cost = await costsOf(store, carts[currency])
      if (sample >= 0) {
        costs[currency].push(cost)
      }
    }
  }
  const asked = await undisturbed(store, COUNTED_MS, async () => {
    const before = sandbox.requests({ api: "rates" }).length
    for (const currency of CURRENCIES) {
      await costsOf(store, carts[currency])
    }
    return sandbox.requests({ api: "rates" }).length - before
  })
  const figure = (
    of: Currency,
    request: Requested,
    what: "ms" | "statements"
  ) => ({
    value: median(costs[of].map((cost) => cost[request][what])),
    unit: what === "ms" ? ("ms" as const) : ("" as const),
  })
  return [
    ...REQUESTS.flatMap((request): Row[] => [
      {
        what: `${request} in euros: statements`,
        ours: figure("euro", request, "statements"),
        reference: figure("dollar", request, "statements"),
        goal: { kind: "count", is: "at most", value: 1 },
      },
      {
        what: `${request} in euros, median`,
        ours: figure("euro", request, "ms"),
        reference: figure("dollar", request, "ms"),
        goal: { kind: "figure", is: "at most", value: 1.02 },
        note: `${samples} of each, alternating. The cart's options were read before. Reference: the same in dollars.`,
      },
    ]),
    {
      what: "requests to price sources while buyers wait",
      ours: { value: asked, unit: "" },
      reference: null,
      goal: { kind: "count", is: "exactly", value: 0 },
    },
  ]
}

/** Reads the options of a cart, and starts a payment of it. */
async function costsOf(store: BuiltStore, cart: Cart): Promise<Costs> {
  const { id, payment_collection_id: collection } = cart
  await clearSessions(store, [collection])
  const options = `options?cart_id=${id}`
  return {
    options: await costOf(store, `stablecoin/${options}`),
    start: await costOf(
      store,
      `payment-collections/${collection}/payment-sessions`,
      {
        provider_id: PROVIDERS.onchain,
      }
    ),
  }
}

async function costOf(
  { url, seeded, call }: BuiltStore,
  path: string,
  body?: object
): Promise<Costs[Requested]> {
  const { statements, ms } = await call(
    "watchedRequest",
    `${url}/store/${path}`,
    {
      method: body ? "POST" : "GET",
      headers: {
        "content-type": "application/json",
        "x-publishable-api-key": seeded.publishable_key,
      },
      ...(body && { body: JSON.stringify(body) }),
    }
  )
  return { statements: statements.length, ms }
}
