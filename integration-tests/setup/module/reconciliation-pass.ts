import type { ScheduledPayment } from "../../../src/ledger"
import type { Sandbox } from "../../../packages/sandbox/src"
import {
  reconcile,
  type Reconciled,
} from "../../../src/workflows/reconcile-payments"
import type { Process } from "./processes"
import { readScheduled } from "../store/schedule"

/** Reads of payment orders that reached the gateway. */
export const read = (sandbox: Sandbox) =>
  sandbox.requests({ api: "business", endpoint: "get" })

/**
 * Delays the gateway's next 20 reads by two seconds. The plugin never has more
 * reads in flight.
 */
export function slowReads(sandbox: Sandbox): void {
  sandbox.fault({
    api: "business",
    endpoint: "get",
    kind: "delay",
    ms: 2_000,
    times: 20,
  })
}

/**
 * One pass of a process. Payments to settle are only recorded, because settling
 * needs a whole store.
 *
 * @param next when a settled payment is due again
 */
export async function pass(
  { service, db }: Process,
  settled: string[] = [],
  next: (payment: ScheduledPayment) => Date | null = () => null
): Promise<Reconciled & { failures: string[] }> {
  const { result, failures } = await reconcile(service, async (id) => {
    settled.push(id)
    const seen = await readScheduled(db, { id })
    await service.schedules.finish([{ seen, next: next(seen) }])
  })
  return { ...result, failures }
}
