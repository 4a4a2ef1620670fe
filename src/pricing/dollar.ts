/** The currency that the stablecoins are pegged to, one to one. */
export const DOLLAR = "usd"
