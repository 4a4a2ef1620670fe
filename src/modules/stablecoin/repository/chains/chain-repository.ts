import { Aggregate } from "../aggregate"
import {
  advanceChain,
  claimChains,
  findCursor,
  listIncomplete,
  releaseChain,
} from "./chain-cursors"
import { listShown, listWatchedAddresses } from "./shown-payments"

/** Chains that are read, and the payments whose addresses they show. */
export class ChainRepository extends Aggregate {
  readonly claim = this.bind(claimChains)
  readonly advance = this.bind(advanceChain)
  readonly release = this.bind(releaseChain)
  readonly findCursor = this.bind(findCursor)
  readonly listIncomplete = this.bind(listIncomplete)
  readonly listWatchedAddresses = this.bind(listWatchedAddresses)
  readonly listShown = this.bind(listShown)
}
