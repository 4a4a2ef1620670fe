import type { Cart } from "../../harness/shop/shopper"
import { PROVIDERS } from "../../harness/shop/names"
import type { StoreCluster } from "../../harness/cluster/cluster"
import {
  CartTemplate,
  TemplateShopper,
} from "../../harness/store/cart-template"
import { type Rail, RAILS } from "../../../src/ledger"
import { mapConcurrent } from "../../../src/shared/map-concurrent"

export type OpenPayment = { rail: Rail; id: string }

const CONCURRENCY = 3

/** Starts payments on both rails in turn, each of its own cart. */
export async function openPayments(
  { url, databaseUrl, sandbox }: StoreCluster,
  count: number
): Promise<OpenPayment[]> {
  const template = await CartTemplate.load(withoutForeignKeys(databaseUrl))
  try {
    const shopper = new TemplateShopper(url, template)
    const carts: { cart: Cart; rail: Rail }[] = []
    while (carts.length < count) {
      const rail = RAILS[carts.length % RAILS.length]!
      carts.push({ cart: await shopper.fillCart(), rail })
    }
    return await mapConcurrent(carts, CONCURRENCY, async ({ cart, rail }) => {
      const { data } = await shopper.startSession(cart, PROVIDERS[rail])
      return { rail, id: String(data.payment_id) }
    })
  } finally {
    await template.close()
    await sandbox.settled()
  }
}

/** For this connection only, since a cart's rows are written in any order. */
function withoutForeignKeys(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  url.searchParams.set("options", "-c session_replication_role=replica")
  return url.href
}
