import { setTimeout as wait } from "node:timers/promises"
import type { StoreCluster } from "../harness/cluster/cluster"
import type { Merchant } from "../harness/shop/merchant"
import { PROVIDERS } from "../harness/shop/names"
import type { Random } from "./random"

/** Share of purchases that the price of a euro changes with, or worse. */
const MOVES = 0.5
const JUMPS = 0.1
const LOST_PEGS = 0.1
const OUTAGES = 0.2

const LASTS_MS = 1_500

/** Gives Europe the plugin's providers, and has its prices fetched. */
export async function sellInEuro(
  cluster: StoreCluster,
  merchant: Merchant
): Promise<void> {
  const path = `/admin/regions/${cluster.seeded.euro.region_id}`
  await merchant.post(path, { payment_providers: Object.values(PROVIDERS) })
  await fetchPrices(cluster)
}

/**
 * Changes the prices. A source is away for some requests, or the price of a euro
 * or a coin is absurd for a moment, in which buyers have to wait.
 */
export async function moveRates(
  cluster: StoreCluster,
  random: Random
): Promise<void> {
  const { sandbox } = cluster
  const eur = `1.${100 + random.below(100)}`
  const usdc = random.chance(LOST_PEGS) ? "0.9" : "1"
  const lasts = random.below(LASTS_MS)
  if (!random.chance(MOVES)) {
    return
  }
  if (random.chance(OUTAGES)) {
    const kind = random.pick(["status", "reset", "broken_json"] as const)
    sandbox.fault({ api: "rates", kind, times: 1 + random.below(6) })
  }
  sandbox.setRates({ eur: random.chance(JUMPS) ? "108" : eur, usdc })
  await fetchPrices(cluster)
  await wait(lasts)
  sandbox.setRates({ eur, usdc: "1" })
  await fetchPrices(cluster)
}

/** Runs the job as if a minute had passed, in each process that is up. */
async function fetchPrices({ db, nodes }: StoreCluster): Promise<void> {
  await db.query("UPDATE stablecoin_price_source SET next_fetch_at = now()")
  await Promise.all(nodes.map((node) => node.run("refreshPrices")))
}
