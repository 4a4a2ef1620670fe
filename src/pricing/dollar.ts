/** The currency that the stablecoins are pegged to, one to one. */
export const DOLLAR = "usd"

/** Whether a lower-case code is a stablecoin's, not a currency's. */
export const isCoin = (code: string): boolean => /^usd[tc]$/.test(code)
