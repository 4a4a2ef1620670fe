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

const READS = { api: "business", endpoint: "get" } as const

/**
 * Delays the gateway's next reads, two seconds by default. The plugin never has
 * more than 20 reads in flight.
 */
export function slowReads(sandbox: Sandbox, ms = 2_000, times = 20): void {
  sandbox.fault({ ...READS, kind: "delay", ms, times })
}

/** Lets the gateway's next reads fail, with 503 by default. */
export function failReads(
  sandbox: Sandbox,
  times: number,
  answer: { status?: number; retryAfter?: number } = {}
): void {
  sandbox.fault({ ...READS, kind: "status", times, ...answer })
}

/** The gateway asks for fewer calls. */
export const TOO_MANY = { status: 429, retryAfter: 3600 }

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
