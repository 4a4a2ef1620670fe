import type { ReturnResult } from "../../../src/ledger"
import type { Sandbox } from "../../../packages/sandbox/src"

type Gateway = Pick<Sandbox, "transactions" | "orders">

/** The return URL of a payment, which only the gateway and the buyer have. */
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

/** The token in a return URL. */
export function tokenOf(returnUrl: string): string {
  const [token] = new URL(returnUrl).pathname.split("/").slice(-2)
  return token ?? ""
}

/** Null for a payment that was never created at the gateway. */
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
