import { CHAIN_INFO } from "../../gateway/chains"
import type { Stablecoin } from "../../gateway/schemas/common"
import type { ExceptionKind } from "../../ledger/exceptions"

/** The keys of a record that the compiler checks for completeness. */
function keysOf<K extends string>(whole: Record<K, true>): K[] {
  return Object.keys(whole) as K[]
}

/** The networks that the gateway supports, by its codes. */
export const CHAINS = Object.keys(CHAIN_INFO)

/** The modes with a translation. */
export const MODES = ["live", "test"] as const

export const STABLECOINS = keysOf<Stablecoin>({ USDT: true, USDC: true })

export const EXCEPTION_KINDS = keysOf<ExceptionKind>({
  amount_mismatch: true,
  currency_mismatch: true,
  chain_mismatch: true,
  gateway_id_mismatch: true,
  paid_twice: true,
  mode_mismatch: true,
  transfer_reused: true,
  unreadable_event: true,
  unknown_payment: true,
  unverified_webhook: true,
  unknown_at_gateway: true,
  never_answered: true,
  never_answered_group: true,
  session_gone: true,
  session_mismatch: true,
  payment_cancelled: true,
  already_covered: true,
  amount_due_changed: true,
  test_money: true,
  order_cancelled: true,
  order_missing: true,
  not_settled: true,
  refund_due: true,
  webhook_dead: true,
})

/**
 * Whether a kind has a translation. The store may run a newer API than this
 * page.
 */
export function isKnownKind(kind: string): kind is ExceptionKind {
  return EXCEPTION_KINDS.some((known) => known === kind)
}
