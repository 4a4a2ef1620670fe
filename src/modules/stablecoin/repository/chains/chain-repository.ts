import { Aggregate } from "../aggregate"
import { advanceChain, claimChains } from "./chain-cursors"
import {
  listShown,
  listUnmatched,
  listWatchedAddresses,
  noteMatch,
  purgeSeenTransfers,
} from "./seen-transfers"

/** Chains that are read, and the transfers seen there. */
export class ChainRepository extends Aggregate {
  readonly claim = this.bind(claimChains)
  readonly advance = this.bind(advanceChain)
  readonly listWatchedAddresses = this.bind(listWatchedAddresses)
  readonly listUnmatched = this.bind(listUnmatched)
  readonly listShown = this.bind(listShown)
  readonly noteMatch = this.bind(noteMatch)
  readonly purgeSeenTransfers = this.bind(purgeSeenTransfers)
}
