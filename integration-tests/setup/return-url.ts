import type { ReturnResult } from "../../src/ledger"
import type { Sandbox } from "../../src/sandbox"

type Gateway = Pick<Sandbox, "transactions" | "orders">

/** Where the gateway sends the buyer of a payment back to: only it and the buyer know. */
export function returnUrl(
  gateway: Gateway,
  id: string,
  result: ReturnResult
): string {
  const url = findReturnUrl(gateway, id, result)
  if (!url) {
    throw new Error(`The gateway has no return URL of payment ${id}.`)
  }
  return url
}

/** Null for a payment that was never created there. */
export function findReturnUrl(
  gateway: Gateway,
  id: string,
  result: ReturnResult
): string | null {
  const entry = [...gateway.transactions(), ...gateway.orders()].find(
    ({ orderNo }) => orderNo === id
  )
  const url = result === "success" ? entry?.successUrl : entry?.cancelUrl
  return url ?? null
}
