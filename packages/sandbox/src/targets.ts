import type { OrderEntry } from "./records/order"
import type { TransactionEntry } from "./records/transaction"
import { SandboxError } from "./sandbox-error"
import type { State } from "./state"

/** Identifies a transaction or payment order by one of its names. */
export type Target = {
  /** Narrows an order number used on both APIs. */
  api?: "merchant" | "business"
} & (
  | { orderNo: string }
  /** The checkout token of either API. */
  | { token: string }
  | { orderId: string }
  | { transactionId: string }
)

export type Found =
  | { api: "merchant"; entry: TransactionEntry }
  | { api: "business"; entry: OrderEntry }

/** @throws SandboxError 404 if no entry has that name, 409 if several have */
export function findTarget(state: State, target: Target): Found {
  const [found, ...others] = candidates(state, target)
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

function candidates(state: State, target: Target): Found[] {
  const names: {
    api?: string
    orderNo?: string
    token?: string
    orderId?: string
    transactionId?: string
  } = target
  const { api, orderNo, token, orderId, transactionId } = names
  const { transactions, orders } = state
  const hosted = transactions.named({ id: transactionId, token, orderNo })
  const onchain = orders.named({ id: orderId, token, orderNo })
  return [
    ...hosted.map((entry) => ({ api: "merchant" as const, entry })),
    ...onchain.map((entry) => ({ api: "business" as const, entry })),
  ].filter((found) => api === undefined || found.api === api)
}

function described(found: Found): string {
  return found.api === "merchant"
    ? `transaction ${found.entry.transactionId} (${found.entry.status})`
    : `order ${found.entry.orderId} (${found.entry.status})`
}
