import type { Measure } from "../measure"
import { atOnce } from "./at-once"
import { captured } from "./captured"
import { deliveries } from "./deliveries"
import { session } from "./session"
import { million } from "./million"
import { reconciliation } from "./reconciliation"

/** In the order in which they are run and printed. */
export const MEASURES: readonly Measure[] = [
  deliveries,
  captured,
  session,
  atOnce,
  reconciliation,
  million,
]
