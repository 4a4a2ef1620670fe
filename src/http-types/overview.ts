import type { Rail } from "../ledger/rails"

/** Lengths of the period, in days including today. */
export const OVERVIEW_DAYS = [7, 30, 90] as const

/** The columns that received money is grouped by. */
export const OVERVIEW_GROUPS = ["currency", "chain"] as const
export type OverviewGroup = (typeof OVERVIEW_GROUPS)[number]

/**
 * Real money, or simulated money. A payment whose mode the gateway never
 * reported counts as live, and one of any other mode as test.
 */
export const OVERVIEW_MODES = ["live", "test"] as const
export type OverviewMode = (typeof OVERVIEW_MODES)[number]

/**
 * Query of `GET /admin/stablecoin/overview`. Defaults: 30 days by currency, in
 * the mode of the store's current account, in UTC.
 */
export type AdminOverviewParams = {
  days?: (typeof OVERVIEW_DAYS)[number]
  by?: OverviewGroup
  mode?: OverviewMode
  /** An IANA time zone, such as `Europe/Madrid`. */
  timezone?: string
}

/** Money of one coin or network. Null: the network was never reported. */
export type AdminReceivedAmount = {
  key: string | null
  /** A decimal string. */
  amount: string
}

/** Money received in one coin, and the gateway's fees. */
export type AdminFees = {
  currency: string
  payments: number
  amount: string
  /** Paid payments whose net amount the gateway did not report. */
  unreported: number
  /** The sum of the reported net amounts. Null without any. */
  net_amount: string | null
  /**
   * Amount minus net amount, of the payments with a reported one. Null without
   * any.
   */
  fee: string | null
}

/** `GET /admin/stablecoin/overview` */
export type AdminOverviewResponse = {
  overview: Required<AdminOverviewParams> & {
    /** Every day of the period, oldest first. Today is the last one. */
    received: {
      /** As `2026-11-20`, in the requested time zone. */
      date: string
      total: string
      /** Without the groups that received nothing. */
      amounts: AdminReceivedAmount[]
    }[]
    /** In the whole period, the largest amount first. */
    groups: AdminReceivedAmount[]
    fees: AdminFees[]
    /**
     * The part of the received money that the network does not show, or not as
     * the gateway reported it.
     */
    not_shown: Pick<AdminFees, "currency" | "amount">[]
    /**
     * Payments that were started in the period and have ended. A payment that
     * its buyer replaced by another one is not counted, unless it was paid.
     */
    outcomes: { ended: number; paid: number }
    /**
     * Median of the seconds from start to paid, of payments paid in the period.
     * Null without any.
     */
    median_seconds: number | null
  }
}

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
