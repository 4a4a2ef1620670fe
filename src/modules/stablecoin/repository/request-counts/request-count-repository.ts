import { Aggregate } from "../aggregate"
import { countRequest, purgeCounts } from "./request-counts"

/** Counts of rate-limited requests. */
export class RequestCountRepository extends Aggregate {
  readonly count = this.bind(countRequest)
  readonly purge = this.bind(purgeCounts)
}
