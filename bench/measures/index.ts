import type { Measure } from "../measure"
import { atOnce } from "./at-once"
import { captured } from "./captured"
import { deliveries } from "./deliveries"
import { session } from "./session"

/** In the order in which they are run and printed. */
export const MEASURES: readonly Measure[] = [
  deliveries,
  captured,
  session,
  atOnce,
]
