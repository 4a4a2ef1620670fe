import { RAILS } from "../../ledger"
import type { Check } from "../check"
import { backendUrl } from "./backend-url"
import { blockchain, transfers } from "./blockchain"
import { clockOf, credentialsOf } from "./credentials"
import { encryption, eventBus, locking, migrations } from "./infrastructure"
import { balances, exceptions, job } from "./ledger"
import { prices } from "./prices"
import { currencies, regions } from "./regions"
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
  prices,
  exceptions,
  balances,
]
