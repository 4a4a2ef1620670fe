import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { Client } from "@medusajs/framework/pg"
import type { Logger } from "@medusajs/framework/types"
import {
  ANSWER_MS,
  connectInTime,
  type ConnectionMaker,
  discard,
  endInTime,
} from "./own-connection"
import { messageOf } from "../../shared/message-of"
import { PAYMENT_CHANNEL, WEBHOOK_CHANNEL } from "./repository/channels"

/** The connection's name in `pg_stat_activity`. */
export const CONNECTION_NAME = "stablecoin notifications"

/** After an outage, buyers wait for the next attempt. */
const RETRY_AFTER_MS = { first: 100, last: 2_000 }

/**
 * A connection lost sooner counts as a failure: a pooler may accept connections
 * and drop them.
 */
const STEADY_AFTER_MS = 10_000

/** Interval of the checks that the connection still receives notifications. */
const CHECK_EVERY_MS = 15_000

/** The driver supports a timeout per query, its types don't. */
const LISTEN = {
  text: `SET application_name = '${CONNECTION_NAME}'; LISTEN ${PAYMENT_CHANNEL}; LISTEN ${WEBHOOK_CHANNEL}`,
  query_timeout: ANSWER_MS,
}
const READ_SCHEMA = {
  text: "SELECT current_schema() AS schema",
  query_timeout: ANSWER_MS,
}
const CHECK = {
  text: "SELECT count(*)::int AS channels FROM pg_listening_channels()",
  query_timeout: ANSWER_MS,
}

export type Subscription = {
  channel: string
  /** Called for each notification, with the schema of this process. */
  onNotification: (payload: string, schema: string) => void
  /** Called when listening begins. Earlier notifications were missed. */
  onListening: () => void
}

export type ListenerParts = {
  db: Knex
  logger: Pick<Logger, "warn">
}

/**
 * Receives PostgreSQL's notifications on one connection per process, with the
 * store's database settings. It is open while there are subscriptions, and
 * reconnects permanently.
 */
export class Listener {
  readonly #subscriptions = new Set<Subscription>()
  #connection: Client | null = null
  #checks: NodeJS.Timeout | null = null
  #connecting: Promise<void> | null = null
  #retry: NodeJS.Timeout | null = null
  #failures = 0
  #listensSince = 0
  #hasWarnedOfPooler = false

  constructor(private readonly parts: ListenerParts) {}

  /**
   * Starts listening, without waiting for the connection.
   *
   * @returns the function that ends the subscription
   */
  subscribe(subscription: Subscription): () => Promise<void> {
    this.#subscriptions.add(subscription)
    this.#connectIfNeeded()
    return async () => {
      this.#subscriptions.delete(subscription)
      if (this.#subscriptions.size === 0) {
        await this.#stop()
      }
    }
  }

  async #stop(): Promise<void> {
    this.#stopChecks()
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

  /**
   * Checks that the connection is alive and listens: a network may drop it
   * silently, and a pooler may execute each query on another one.
   */
  async #check(connection: Client): Promise<void> {
    try {
      const { rows } = await connection.query<{ channels: number }>(CHECK)
      if (rows[0]?.channels) {
        return
      }
      this.#warnOfPooler()
    } catch {
      // Connects again.
    }
    this.#lost(connection)
    discard(connection)
  }

  #warnOfPooler(): void {
    if (!this.#hasWarnedOfPooler) {
      this.#hasWarnedOfPooler = true
      this.#warn(
        "a pooler assigns database connections per transaction, which drops notifications"
      )
    }
  }

  #warn(reason: string): void {
    this.parts.logger.warn(
      `Stablecoin payments: changes in the database can't be listened to, so open storefronts show them late, and webhooks from the receiver wait for the job: ${reason}`
    )
  }

  #stopChecks(): void {
    if (this.#checks) {
      clearInterval(this.#checks)
      this.#checks = null
    }
  }

  #connectIfNeeded(): void {
    const isConnected = this.#connection ?? this.#connecting ?? this.#retry
    if (this.#subscriptions.size > 0 && !isConnected) {
      this.#connecting = this.#connect()
    }
  }

  async #connect(): Promise<void> {
    let connection: Client | undefined
    try {
      connection = await connectInTime(this.parts.db.client as ConnectionMaker)
      await this.#listen(connection)
      this.#connecting = null
      // The connection was closed because nothing was subscribed at the time.
      this.#connectIfNeeded()
    } catch (error) {
      this.#connecting = null
      if (connection) {
        discard(connection)
      }
      this.#retryLater(error)
    }
  }

  async #listen(connection: Client): Promise<void> {
    await connection.query(LISTEN)
    const { rows } = await connection.query<{ schema: string }>(READ_SCHEMA)
    const schema = rows[0]?.schema ?? ""
    if (this.#subscriptions.size === 0) {
      await endInTime(connection)
      return
    }
    connection.once("end", () => this.#lost(connection))
    this.#connection = connection
    this.#listensSince = Date.now()
    this.#checks = setInterval(() => {
      void this.#check(connection)
    }, CHECK_EVERY_MS).unref()
    connection.on("notification", ({ channel, payload = "" }) => {
      for (const each of this.#subscriptions) {
        if (each.channel === channel) {
          each.onNotification(payload, schema)
        }
      }
    })
    this.#subscriptions.forEach(({ onListening }) => onListening())
  }

  #lost(connection: Client): void {
    if (this.#connection === connection) {
      this.#connection = null
      this.#stopChecks()
      if (Date.now() - this.#listensSince >= STEADY_AFTER_MS) {
        this.#failures = 0
      }
      this.#retryLater("the connection was lost")
    }
  }

  #retryLater(error: unknown): void {
    if (this.#subscriptions.size === 0) {
      return
    }
    const { first, last } = RETRY_AFTER_MS
    const delay = Math.min(first * 2 ** this.#failures, last)
    this.#failures++
    if (this.#failures === 2) {
      // Logged once per outage: the first retry may just be too early.
      this.#warn(messageOf(error))
    }
    this.#retry = setTimeout(() => {
      this.#retry = null
      this.#connectIfNeeded()
    }, delay).unref()
  }
}
