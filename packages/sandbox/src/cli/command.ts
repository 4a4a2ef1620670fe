/** The command's name. */
export const COMMAND = "medusa-payment-stablecoin-sandbox"
