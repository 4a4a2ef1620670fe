/** Functions that one of a store's processes runs for its parent. */
import { container } from "@medusajs/framework"
import readChainsJob from "../../../src/jobs/read-chains"
import reconcilePaymentsJob from "../../../src/jobs/reconcile-payments"
import refreshPricesJob from "../../../src/jobs/refresh-prices"

export const calls = {
  /** Runs the scheduled job now instead of waiting for the next full minute. */
  job: async () => await reconcilePaymentsJob(container),
  /** The same for the job that reads the chains. */
  readChains: async () => await readChainsJob(container),
  /** The same for the job that fetches prices. */
  refreshPrices: async () => await refreshPricesJob(container),
}

export type Calls = typeof calls
