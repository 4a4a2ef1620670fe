/** The module's key in the container. */
export const STABLECOIN_MODULE = "stablecoin"
