import type { Socket } from "node:net"
import type { Client } from "@medusajs/framework/pg"
import { withTimeout } from "../../shared/with-timeout"

/** Timeout for connecting and for each query. */
export const ANSWER_MS = 5_000

/**
 * Timeout for closing: the network may have dropped the connection silently.
 */
const GOODBYE_MS = 1_000

/** Creates connections as Knex does for its pool. The listener has its own. */
export type ConnectionMaker = { acquireRawConnection(): Promise<Client> }

/** @throws on timeout; a connection that is made later is closed */
export async function connectInTime(maker: ConnectionMaker): Promise<Client> {
  const connecting = maker.acquireRawConnection()
  return await withTimeout(connecting, ANSWER_MS, () => {
    connecting.then(discard, () => {})
    throw new Error(`PostgreSQL did not answer within ${ANSWER_MS} ms`)
  })
}

/**
 * Closes the connection, and destroys the socket on timeout, since a shutdown
 * waits for this.
 */
export async function endInTime(connection: Client): Promise<void> {
  const timer = setTimeout(() => socketOf(connection).destroy(), GOODBYE_MS)
  try {
    await connection.end()
  } finally {
    clearTimeout(timer)
  }
}

export function discard(connection: Client): void {
  endInTime(connection).catch(() => {})
}

/** The driver exposes it, its types don't. */
function socketOf(connection: Client): Socket {
  return (connection as unknown as { connection: { stream: Socket } })
    .connection.stream
}
