import type { Worker } from "node:cluster"
import { z } from "zod"
import type { MetricsSnapshot } from "../metrics/prometheus-metrics"

const snapshotSchema = z.custom<MetricsSnapshot>(Array.isArray)

/** Messages of a process to the one that started it. */
export const fromProcess = z.discriminatedUnion("type", [
  /** It receives webhooks. */
  z.object({ type: z.literal("ready"), url: z.string() }),
  /** Its metrics: the answer to `collect`, or the last ones before its end. */
  z.object({ type: z.literal("snapshot"), snapshot: snapshotSchema }),
  /** It wants the metrics of all processes. */
  z.object({ type: z.literal("read-metrics") }),
])

/** Messages to a process from the one that started it. */
export const toProcess = z.discriminatedUnion("type", [
  z.object({ type: z.literal("collect") }),
  /** Null: they could not be collected. Its log says why. */
  z.object({ type: z.literal("metrics"), text: z.string().nullable() }),
])

export type FromProcess = z.infer<typeof fromProcess>
export type ToProcess = z.infer<typeof toProcess>

/**
 * Sends a message, unless the process ends at the moment. Without the callback,
 * that would be an unhandled error, which ends this process.
 */
export function send(worker: Worker, message: ToProcess): void {
  worker.send(message, () => {})
}
