import type { Payment } from "../../../../ledger"

const MINUTE_MS = 60_000

/** With a client's jitter, a buyer who is back sees the order within 2 s. */
const SOON = { forMs: 2 * MINUTE_MS, pollMs: 1_200 }
const LATER = { forMs: 10 * MINUTE_MS, pollMs: 8_000 }
const AT_LAST_MS = 20_000
const FINAL_MS = MINUTE_MS

/**
 * Milliseconds after which a storefront that waits for a payment reads it again:
 * soon after the start, the buyer's return and the money, then less often.
 */
export function pollAfter(
  {
    created_at,
    returned_at,
    paid_at,
    final,
  }: Pick<Payment, "created_at" | "returned_at" | "paid_at"> & {
    final: boolean
  },
  now: Date
): number {
  if (final) {
    return FINAL_MS
  }
  const latest = Math.max(...[created_at, returned_at, paid_at].map(Number))
  const waitedMs = now.getTime() - latest
  const step = [SOON, LATER].find(({ forMs }) => waitedMs < forMs)
  return step?.pollMs ?? AT_LAST_MS
}
