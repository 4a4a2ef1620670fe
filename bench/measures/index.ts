import type { Measure } from "../measure"
import { deliveries } from "./deliveries"

/** In the order in which they are run and printed. */
export const MEASURES: readonly Measure[] = [deliveries]
