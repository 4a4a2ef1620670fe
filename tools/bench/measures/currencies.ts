import {
  type BuiltStore,
  startBuiltStore,
} from "../../harness/built-store/built-store"
import type { Watched } from "../../harness/built-store/watch"
import { PROVIDERS } from "../../harness/shop/names"
import { type Cart, Shopper } from "../../harness/shop/shopper"
import {
  alternating,
  exactly,
  type Measure,
  median,
  type Row,
} from "../measure"
import { undisturbed } from "../undisturbed"
import { clearSessions } from "./session"

/** More than the counted requests take. */
const COUNTED_MS = 10_000

const REQUESTS = ["options", "start"] as const
type Costs = Record<(typeof REQUESTS)[number], Watched>

/** The cost of selling in another currency than the dollar. */
export const currencies: Measure = {
  name: "currencies",
  run: async ({ serverUrl, freePort, quick, say }) => {
    say("Purchases in euros, alternating with dollars, at a separate store.")
    const port = await freePort()
    const store = await startBuiltStore({ serverUrl, port, rates: true })
    try {
      return await rowsOf(store, quick ? 10 : 200)
    } finally {
      await store.close()
    }
  },
}

async function rowsOf(store: BuiltStore, samples: number): Promise<Row[]> {
  const { seeded, url, sandbox } = store
  sandbox.fault({ kind: "drop", times: 10_000 })
  const carts = {
    euro: await new Shopper(url, seeded.euro).fillCart(),
    dollar: await new Shopper(url, seeded).fillCart(),
  }
  const { euro, dollar } = await alternating(
    ["euro", "dollar"],
    samples,
    async (side) => await costsOf(store, carts[side])
  )
  const fetched = () => sandbox.requests({ api: "rates" }).length
  const asked = await undisturbed(store, COUNTED_MS, async () => {
    const before = fetched()
    await costsOf(store, carts.euro)
    return fetched() - before
  })
  const rows = REQUESTS.flatMap((request): Row[] => {
    const ms = (costs: Costs[]) => median(costs.map((each) => each[request].ms))
    const count = (costs: Costs[]) =>
      median(costs.map((each) => each[request].statements.length))
    return [
      exactly(`${request} in euros: statements`, count(euro), count(dollar)),
      {
        what: `${request} in euros, median`,
        ours: { value: ms(euro), unit: "ms" },
        reference: { value: ms(dollar), unit: "ms" },
        goal: { kind: "figure", is: "at most", value: 1.02 },
        note: `${samples} of each, alternating. Reference: the same in dollars. A start follows options.`,
      },
    ]
  })
  return [...rows, exactly("price sources asked while buyers wait", asked, 0)]
}

/** Reads the options of a cart, and starts a payment of it. */
async function costsOf(store: BuiltStore, cart: Cart): Promise<Costs> {
  const { id, payment_collection_id: collection } = cart
  await clearSessions(store, [collection])
  const ask = async (path: string, body?: object): Promise<Watched> =>
    await store.call("watchedRequest", `${store.url}/store/${path}`, {
      method: body ? "POST" : "GET",
      headers: {
        "content-type": "application/json",
        "x-publishable-api-key": store.seeded.publishable_key,
      },
      ...(body && { body: JSON.stringify(body) }),
    })
  const start = `payment-collections/${collection}/payment-sessions`
  return {
    options: await ask(`stablecoin/options?cart_id=${id}`),
    start: await ask(start, { provider_id: PROVIDERS.onchain }),
  }
}
