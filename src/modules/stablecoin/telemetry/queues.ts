import type { QueueName } from "./instruments"

/** Reads how many tasks wait. */
type Length = () => number

const queues = new Map<QueueName, Length>()

/** Names a queue of this process that lives outside of the module. */
export function watchQueue(name: QueueName, length: Length): void {
  queues.set(name, length)
}

export function watchedQueues(): ReadonlyMap<QueueName, Length> {
  return queues
}
