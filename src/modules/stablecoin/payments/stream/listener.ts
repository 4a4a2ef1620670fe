import type { Socket } from "node:net"
import { setTimeout as wait } from "node:timers/promises"
import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Client } from "@medusajs/framework/pg"
import type { Logger } from "@medusajs/framework/types"

/** What the triggers of payments and exceptions notify, with the payment collection's id. */
const CHANNEL = "stablecoin_payment"

/** What PostgreSQL calls the connection, in `pg_stat_activity`. */
export const CONNECTION_NAME = "stablecoin live payments"

const RETRY_AFTER_MS = { first: 100, last: 10_000 }

/** One that is lost sooner counts as a failure: a pooler may take connections and drop them. */
const STEADY_AFTER_MS = 10_000

/** How long the other side may say nothing. */
const ANSWER_MS = 5_000

/** How long a connection has to end: a network may have forgotten it. */
const GOODBYE_MS = 1_000

/** The driver knows a timeout of one query; its types do not. */
const PING = { text: "SELECT 1", query_timeout: ANSWER_MS }
const LISTEN = {
  text: `SET application_name = '${CONNECTION_NAME}'; LISTEN ${CHANNEL}`,
  query_timeout: ANSWER_MS,
}

/** Knex makes such connections for its pool: this one is the listener's alone. */
type ConnectionMaker = { acquireRawConnection(): Promise<Client> }

export type ListenerParts = {
  db: Knex
  logger: Pick<Logger, "warn">
  /** Hears of each payment collection whose payments changed. */
  onChange: (collectionId: string) => void
  /** It listens from now on: what was before went unheard. */
  onListening: () => void
}

/**
 * One connection of the process that hears PostgreSQL's notifications, with the
 * store's own settings. A lost one is made again until it is not wanted any more.
 */
export class Listener {
  #connection: Client | null = null
  #wanted = false
  #connecting = false
  #retry: NodeJS.Timeout | null = null
  #failures = 0
  #listensSince = 0

  constructor(private readonly parts: ListenerParts) {}

  /** Begins to listen, or goes on. Nobody waits for it. */
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

  /** Asks whether the other side is still there: a network may forget a connection without a word. */
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
      // Once an outage: the first try may just have been too early.
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

/** @throws when nobody answers; a connection that comes later is let go of */
async function connectInTime(maker: ConnectionMaker): Promise<Client> {
  const connecting = maker.acquireRawConnection()
  const tooLate = new AbortController()
  try {
    return await Promise.race([
      connecting,
      wait(ANSWER_MS, undefined, { signal: tooLate.signal, ref: false }).then(
        () => {
          connecting.then(discard, () => {})
          throw new Error(`PostgreSQL did not answer within ${ANSWER_MS} ms`)
        }
      ),
    ])
  } finally {
    tooLate.abort()
  }
}

/** Says goodbye, and drops the socket when the other side does not take note: a shutdown waits for this. */
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

/** The driver has it; its types do not. */
function socketOf(connection: Client): Socket {
  return (connection as unknown as { connection: { stream: Socket } })
    .connection.stream
}
