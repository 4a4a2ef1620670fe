import { type BusinessOrderClient, GatewayError } from "../../../gateway"
import { type Fact, factOf } from "../../../ledger"
import { reportOf } from "./order-report"

/**
 * What the gateway says of a payment order.
 *
 * @param options `once`: a passing fault is not repeated here
 * @returns the fact, or null when it says nothing that the ledger knows
 * @throws GatewayError when it gives no answer; a 404 is a fact
 */
export async function readOrder(
  client: BusinessOrderClient,
  orderId: string,
  options: { once?: boolean } = {}
): Promise<Fact | null> {
  try {
    return factOf(reportOf(await client.getOrder(orderId, options)))
  } catch (error) {
    if (error instanceof GatewayError && error.code === "not_found") {
      return { kind: "unknown_at_gateway" }
    }
    throw error
  }
}

/**
 * Cancels an open payment order. One that is no longer pending can't be
 * cancelled, and the contract does not show that refusal: so after any clear
 * answer the order is read, and what the gateway says of it counts.
 *
 * @throws GatewayError when the gateway gives no answer
 */
export async function cancelOrder(
  client: BusinessOrderClient,
  orderId: string
): Promise<Fact | null> {
  try {
    await client.cancelOrder(orderId)
  } catch (error) {
    if (!(error instanceof GatewayError) || error.retryable) {
      throw error
    }
  }
  return await readOrder(client, orderId)
}
