import type { ChainBuyer, Started } from "./chain-buyer"

/** Ids of payments, by how they were bought. */
export type Bought = {
  /** Paid exactly, and confirmed by the gateway for that transfer. */
  honest: Set<string>
  /** Cancelled by the gateway of its own accord. */
  cancelled: Set<string>
}

export type Purchase = { buyer: ChainBuyer; bought: Bought }

/** Starts a payment whose money must not be lost by any lie. */
export async function startHonest(
  buyer: ChainBuyer,
  { honest }: Bought
): Promise<Started> {
  const started = await buyer.start()
  honest.add(started.id)
  return started
}
