import type { QueueName } from "./instruments"

/** Returns the number of waiting tasks. */
type Length = () => number

const queues = new Map<QueueName, Length>()

/** Registers a queue of this process that lives outside the module. */
export function watchQueue(name: QueueName, length: Length): void {
  queues.set(name, length)
}

export function watchedQueues(): ReadonlyMap<QueueName, Length> {
  return queues
}
