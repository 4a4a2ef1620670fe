import { Aggregate } from "../aggregate"
import {
  advanceChain,
  claimChains,
  findCursor,
  listIncomplete,
  releaseChain,
} from "./chain-cursors"
import {
  listMisreported,
  listUnmatched,
  listUnassigned,
  noteMatch,
  purgeSeenTransfers,
} from "./seen-transfers"
import { listShown, listWatchedAddresses } from "./shown-payments"

/** Chains that are read, and the transfers seen there. */
export class ChainRepository extends Aggregate {
  readonly claim = this.bind(claimChains)
  readonly advance = this.bind(advanceChain)
  readonly release = this.bind(releaseChain)
  readonly findCursor = this.bind(findCursor)
  readonly listIncomplete = this.bind(listIncomplete)
  readonly listWatchedAddresses = this.bind(listWatchedAddresses)
  readonly listUnmatched = this.bind(listUnmatched)
  readonly listUnassigned = this.bind(listUnassigned)
  readonly listMisreported = this.bind(listMisreported)
  readonly listShown = this.bind(listShown)
  readonly noteMatch = this.bind(noteMatch)
  readonly purgeSeenTransfers = this.bind(purgeSeenTransfers)
}
