import type { Measure } from "../measure"
import { admin } from "./admin"
import { atOnce } from "./at-once"
import { boot } from "./boot"
import { busy } from "./busy"
import { captured } from "./captured"
import { chains } from "./chains"
import { currencies } from "./currencies"
import { flood } from "./flood"
import { webhookEvents } from "./webhooks"
import { million } from "./million"
import { polling } from "./polling"
import { reconciliation } from "./reconciliation"
import { session } from "./session"

/** All measures, in the order in which they run and print. */
export const MEASURES: readonly Measure[] = [
  webhookEvents,
  busy,
  flood,
  captured,
  chains,
  session,
  currencies,
  reconciliation,
  million,
  boot,
  admin,
  atOnce,
  polling,
]
