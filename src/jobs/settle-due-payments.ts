import { randomUUID } from "node:crypto"
import type { MedusaContainer } from "@medusajs/framework/types"
import { STABLECOIN_MODULE } from "../modules/stablecoin"
import type StablecoinModuleService from "../modules/stablecoin/service"
import {
  freeCapacity,
  wakeForDelivery,
  wakeForPayment,
} from "../workflows/wake"

const AT_ONCE = 100
const LEASE_MS = 5 * 60_000

/**
 * Takes up what a dead process left behind and what is due for a look: stored
 * deliveries that were not processed, payments that are not settled, and open
 * payments whose webhook may have been lost.
 */
export default async function settleDuePayments(
  container: MedusaContainer
): Promise<void> {
  const stablecoin =
    container.resolve<StablecoinModuleService>(STABLECOIN_MODULE)
  const free = freeCapacity()
  const deliveries = Math.min(AT_ONCE, free.deliveries)
  for (const id of await stablecoin.dueDeliveries(deliveries)) {
    wakeForDelivery(container, id)
  }
  const due = await stablecoin.claimDuePayments({
    owner: randomUUID(),
    limit: Math.min(AT_ONCE, free.looks),
    leaseMs: LEASE_MS,
  })
  for (const { id } of due) {
    wakeForPayment(container, id)
  }
}

export const config = {
  name: "settle-due-stablecoin-payments",
  schedule: "* * * * *",
}
