import type { Socket } from "node:net"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Client } from "@medusajs/framework/pg"
import type { Logger } from "@medusajs/framework/types"
import { withTimeout } from "../../../../shared/with-timeout"

/**
 * Channel that the triggers of payments and exceptions notify, with the payment
 * collection's id.
 */
const CHANNEL = "stablecoin_payment"

/** The connection's name in `pg_stat_activity`. */
export const CONNECTION_NAME = "stablecoin live payments"

const RETRY_AFTER_MS = { first: 100, last: 10_000 }

/**
 * A connection lost sooner counts as a failure: a pooler may accept connections
 * and drop them.
 */
const STEADY_AFTER_MS = 10_000

/** Timeout for connecting and for each query. */
const ANSWER_MS = 5_000

/**
 * Timeout for closing: the network may have dropped the connection silently.
 */
const GOODBYE_MS = 1_000

/** The driver supports a timeout per query, its types don't. */
const PING = { text: "SELECT 1", query_timeout: ANSWER_MS }
const LISTEN = {
  text: `SET application_name = '${CONNECTION_NAME}'; LISTEN ${CHANNEL}`,
  query_timeout: ANSWER_MS,
}

/** Creates connections as Knex does for its pool. The listener has its own. */
type ConnectionMaker = { acquireRawConnection(): Promise<Client> }

export type ListenerParts = {
  db: Knex
  logger: Pick<Logger, "warn">
  /** Called for each payment collection whose payments changed. */
  onChange: (collectionId: string) => void
  /** Called when listening begins. Earlier changes were missed. */
  onListening: () => void
}

/**
 * Receives PostgreSQL's notifications on one connection per process, with the
 * store's database settings. Reconnects until it is stopped.
 */
export class Listener {
  #connection: Client | null = null
  #wanted = false
  #connecting = false
  #retry: NodeJS.Timeout | null = null
  #failures = 0
  #listensSince = 0

  constructor(private readonly parts: ListenerParts) {}

  /** Starts listening, or continues. Does not wait for the connection. */
  start(): void {
    this.#wanted = true
    if (!this.#connection && !this.#connecting && !this.#retry) {
      void this.#connect()
    }
  }

  async stop(): Promise<void> {
    this.#wanted = false
    if (this.#retry) {
      clearTimeout(this.#retry)
      this.#retry = null
    }
    const connection = this.#connection
    this.#connection = null
    if (connection) {
      await endInTime(connection)
    }
  }

  /** Whether it has a connection. */
  get open(): boolean {
    return this.#connection !== null
  }

  /** Checks that the connection is alive: a network may drop it silently. */
  async check(): Promise<void> {
    const connection = this.#connection
    try {
      await connection?.query(PING)
    } catch {
      if (connection) {
        this.#lost(connection)
        discard(connection)
      }
    }
  }

  async #connect(): Promise<void> {
    this.#connecting = true
    let connection: Client | undefined
    try {
      connection = await connectInTime(this.parts.db.client as ConnectionMaker)
      await this.#listen(connection)
      this.#connecting = false
    } catch (error) {
      this.#connecting = false
      if (connection) {
        discard(connection)
      }
      this.#retryLater(error)
    }
  }

  async #listen(connection: Client): Promise<void> {
    connection.on("notification", ({ payload }) => {
      if (payload) {
        this.parts.onChange(payload)
      }
    })
    await connection.query(LISTEN)
    if (!this.#wanted) {
      await endInTime(connection)
      return
    }
    connection.once("end", () => this.#lost(connection))
    this.#connection = connection
    this.#listensSince = Date.now()
    this.parts.onListening()
  }

  #lost(connection: Client): void {
    if (this.#connection === connection) {
      this.#connection = null
      if (Date.now() - this.#listensSince >= STEADY_AFTER_MS) {
        this.#failures = 0
      }
      this.#retryLater("the connection was lost")
    }
  }

  #retryLater(error: unknown): void {
    if (!this.#wanted) {
      return
    }
    const { first, last } = RETRY_AFTER_MS
    const delay = Math.min(first * 2 ** this.#failures, last)
    this.#failures++
    if (this.#failures === 2) {
      // Logged once per outage: the first retry may just be too early.
      this.parts.logger.warn(
        `Stablecoin payments: changes of payments can't be listened to, and reach open storefronts late: ${String(error)}`
      )
    }
    this.#retry = setTimeout(() => {
      this.#retry = null
      void this.#connect()
    }, delay).unref()
  }
}

/** @throws on timeout; a connection that is made later is closed */
async function connectInTime(maker: ConnectionMaker): Promise<Client> {
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
async function endInTime(connection: Client): Promise<void> {
  const timer = setTimeout(() => socketOf(connection).destroy(), GOODBYE_MS)
  try {
    await connection.end()
  } finally {
    clearTimeout(timer)
  }
}

function discard(connection: Client): void {
  endInTime(connection).catch(() => {})
}

/** The driver exposes it, its types don't. */
function socketOf(connection: Client): Socket {
  return (connection as unknown as { connection: { stream: Socket } })
    .connection.stream
}
