import type { MedusaContainer } from "@medusajs/framework/types"
import type { AdminDeposit } from "../../../../http-types"
import { STABLECOIN_MODULE } from "../../../../modules/stablecoin"
import type { ListedDeposit } from "../../../../modules/stablecoin/types"

/** A deposit in the terms of the API. */
export function toDeposit(row: ListedDeposit): AdminDeposit {
  return {
    id: row.id,
    payment_id: row.payment_id,
    rail: row.rail,
    mode: row.mode,
    amount: row.amount,
    currency: row.currency,
    chain: row.chain,
    tx_hash: row.tx_hash,
    sender: row.sender,
    destination_address: row.destination_address,
    arrived_at: row.arrived_at.toISOString(),
    confirmed_at: row.confirmed_at?.toISOString() ?? null,
    seen_at: row.seen_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    unallocated: row.unallocated,
    allocations: row.allocations.map((each) => ({
      id: each.id,
      kind: each.kind,
      amount: each.amount,
      refund_id: each.refund_id,
      order_id: each.order_id,
      reason: each.reason,
      allocated_by: each.allocated_by,
      created_at: each.created_at.toISOString(),
    })),
  }
}

/** Reads deposits by their ids. Other values than ids find none. */
export async function readDeposits(
  scope: MedusaContainer,
  ids: readonly unknown[]
): Promise<Map<unknown, AdminDeposit>> {
  const id = ids.filter((each) => typeof each === "string")
  if (!id.length) {
    return new Map()
  }
  const { adminOperations } = scope.resolve(STABLECOIN_MODULE)
  const { deposits } = await adminOperations.listDeposits({
    id,
    limit: id.length,
    offset: 0,
  })
  return new Map(deposits.map((row) => [row.id, toDeposit(row)]))
}
