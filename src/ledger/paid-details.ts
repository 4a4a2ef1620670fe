/**
 * Values that the gateway reports with a paid payment, and that the row stores
 * as first reported:
 * - `reference` the gateway's receipt number
 * - `net_amount` the amount that the merchant keeps, an exact decimal; never
 *   compared with the amount due
 * - `tx_hash` the transfer's transaction hash
 */
export const PAID_DETAILS = ["reference", "net_amount", "tx_hash"] as const

type PaidDetail = (typeof PAID_DETAILS)[number]

/** As reported. Values that were not reported are absent. */
export type PaidDetails = { [Detail in PaidDetail]?: string }

/** As stored. Values that were not reported are null. */
export type PaidDetailColumns = { [Detail in PaidDetail]: string | null }

/** Returns the columns of reported values. */
export function toColumns(details: PaidDetails): PaidDetailColumns {
  const columns = PAID_DETAILS.map((detail) => [
    detail,
    details[detail] ?? null,
  ])
  return Object.fromEntries(columns) as PaidDetailColumns
}
