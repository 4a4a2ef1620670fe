export {
  claimChains as claim,
  advanceChain as advance,
  releaseChain as release,
  findCursor,
  listIncomplete,
} from "./chain-cursors"
export {
  hasOwnAddress,
  listWatchedAddresses,
  listShown,
} from "./shown-payments"
