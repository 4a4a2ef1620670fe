import type { StoreCluster } from "../harness/cluster/cluster"
import type { Outage } from "../harness/postgres/outage"

/** A store that is about to be disturbed. */
export type ChaosContext = {
  cluster: StoreCluster
  /** Null where PostgreSQL is not ours to stop. */
  outage: Outage | null
  /** Prints progress, without a line break. */
  say(text: string): void
  /** Whole seconds since the start. */
  seconds(): number
}
