import { Aggregate } from "../aggregate"
import { readBacklog } from "./backlog"
import { countOpenItems } from "./open-items"
import { readOrderPanel } from "./order-panel"
import { readOverview } from "./overview"

/** Summaries over several tables. */
export class OverviewRepository extends Aggregate {
  readonly readBacklog = this.bind(readBacklog)
  readonly countOpenItems = this.bind(countOpenItems)
  readonly readOrderPanel = this.bind(readOrderPanel)
  readonly read = this.bind(readOverview)
}
