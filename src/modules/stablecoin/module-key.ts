/** Under this key the module is found in the container. */
export const STABLECOIN_MODULE = "stablecoin"
