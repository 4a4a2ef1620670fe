import type { OrderEntry } from "./records/order"
import type { TransactionEntry } from "./records/transaction"
import { SandboxError } from "./sandbox-error"
import type { State } from "./state"

/** Identifies a transaction or payment order by exactly one of its names. */
export type Target = {
  /** Narrows an order number used on both APIs. */
  api?: "merchant" | "business" | undefined
  orderNo?: string | undefined
  /** The checkout token of either API. */
  token?: string | undefined
  orderId?: string | undefined
  transactionId?: string | undefined
}

export type Found =
  | { api: "merchant"; entry: TransactionEntry }
  | { api: "business"; entry: OrderEntry }

/**
 * @throws SandboxError 422 unless there is one name, 404 if no entry has it, 409
 *   if several have
 */
export function findTarget(
  { transactions, orders }: State,
  target: Target
): Found {
  const { api, orderNo, token, orderId, transactionId } = target
  const names = [orderNo, token, orderId, transactionId]
  if (names.filter((name) => name !== undefined).length !== 1) {
    throw new SandboxError(
      "Name a payment by one of orderNo, token, orderId and transactionId.",
      422
    )
  }
  const hosted = transactions.named({ id: transactionId, token, orderNo })
  const onchain = orders.named({ id: orderId, token, orderNo })
  const [found, ...others] = [
    ...hosted.map((entry) => ({ api: "merchant" as const, entry })),
    ...onchain.map((entry) => ({ api: "business" as const, entry })),
  ].filter((each) => api === undefined || each.api === api)
  if (!found) {
    throw new SandboxError(
      `The sandbox has no transaction or order with ${JSON.stringify(target)}. GET /state of the control address lists them.`,
      404
    )
  }
  if (others.length > 0) {
    const all = [found, ...others].map(described).join(", ")
    throw new SandboxError(
      `${others.length + 1} payments fit ${JSON.stringify(target)}: ${all}. Name one by its id or token.`,
      409
    )
  }
  return found
}

function described(found: Found): string {
  return found.api === "merchant"
    ? `transaction ${found.entry.transactionId} (${found.entry.status})`
    : `order ${found.entry.orderId} (${found.entry.status})`
}
