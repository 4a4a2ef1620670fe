import type { Rail } from "../ledger/rails"

/**
 * `GET /admin/stablecoin/summary`: counts of items that wait for the merchant,
 * for the sidebar.
 */
export type AdminSummaryResponse = {
  summary: {
    /** Null where the caller's role may not read them. */
    open_exceptions: number | null
    /** Null where the caller's role may not read them. */
    refunds_due: number | null
    /** Rails of a production store that place orders for test money. */
    test_rails: Rail[]
  }
}
