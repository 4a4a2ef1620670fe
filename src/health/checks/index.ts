import { RAILS } from "../../ledger"
import type { Check } from "../check"
import { backendUrl } from "./backend-url"
import { balances } from "./balances"
import { blockchain } from "./blockchain"
import { clockOf } from "./clock"
import { credentialsOf } from "./credentials"
import { currencies } from "./currencies"
import { encryption } from "./encryption"
import { eventBus } from "./event-bus"
import { exceptions } from "./exceptions"
import { job } from "./job"
import { locking } from "./locking"
import { migrations } from "./migrations"
import { regions } from "./regions"
import { transfers } from "./transfers"
import { webhookOf } from "./webhook"

/** Checks in the order in which a merchant should fix them. */
export const CHECKS: readonly Check[] = [
  migrations,
  encryption,
  ...RAILS.map(credentialsOf),
  ...RAILS.map(clockOf),
  backendUrl,
  ...RAILS.map(webhookOf),
  job,
  blockchain,
  transfers,
  locking,
  eventBus,
  regions,
  currencies,
  exceptions,
  balances,
]
