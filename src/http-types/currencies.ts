import type { Stablecoin } from "../gateway/schemas/common"

/**
 * A currency that the hosted checkout accepts, by the gateway's own listing.
 */
export type AdminGatewayCurrency = {
  code: string
  name: string
  symbol: string
  is_default: boolean
  methods: {
    key: string
    display_name: string
    behavior: string
    is_default: boolean
  }[]
}

/** `GET /admin/stablecoin/currencies`. */
export type AdminCurrenciesResponse = {
  currencies: {
    /**
     * Currencies that the hosted checkout accepts now. Null when the gateway
     * could not be read, or has no listing.
     */
    hosted: AdminGatewayCurrency[] | null
    /** Why `hosted` is null. */
    hosted_problem: string | null
    onchain: Stablecoin[]
  }
}
