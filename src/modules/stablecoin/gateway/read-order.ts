import { type BusinessOrderClient, GatewayError } from "../../../gateway"
import type { Fact } from "../../../ledger"
import { factOf, reportOf } from "./order-report"

/**
 * Reads a payment order from the gateway.
 *
 * @param options `once`: don't retry transient errors
 * @returns the fact, or null when the order's state is not one of the ledger's
 * @throws GatewayError when the gateway does not answer; a 404 is a fact
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
 * cancelled, and the contract does not document that error. So the order is
 * read after any definite answer, and its state decides.
 *
 * @throws GatewayError when the gateway does not answer
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
