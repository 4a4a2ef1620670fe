import type { Logger } from "@medusajs/framework/types"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { withTimeout } from "../../../../shared/with-timeout"
import type { Cradle } from "../../cradle"
import type { Listener } from "../../listener"
import type { Repository } from "../../repository"
import { PAYMENT_CHANNEL } from "../../repository/channels"
import type { StreamedPayment } from "../../repository/medusa/streamed-payments"
import type { Metrics } from "../../telemetry/metrics"
import { messageOf } from "../../../../shared/message-of"
import { type StreamCounts, StreamSlots } from "./stream-slots"

/**
 * Interval in which all watched payments are read again. A pooler may swallow
 * notifications, and a payment may expire without one.
 */
const READ_AGAIN_MS = 15_000

/**
 * Time that the listening connection stays open after the last watcher left,
 * for the next buyer.
 */
const LINGER_MS = 60_000

/** Time that a shutdown waits for a running read. */
const CLOSE_MS = 1_000

type OnChange = (payment: StreamedPayment) => void

type Watcher = {
  paymentId: string
  onChange: OnChange
  /** Number of the last read that began before, whose result may be older. */
  since: number
}

export type PaymentStreamCounts = StreamCounts & {
  watchers: number
  /** Whether a connection listens for changes. */
  listening: boolean
}

export type PaymentStreamParts = {
  repository: {
    medusa: Pick<
      Repository["medusa"],
      "findStreamedPayment" | "readStreamedPayments"
    >
  }
  listener: Listener
  logger: Pick<Logger, "warn">
  metrics?: Pick<Metrics, "add">
}

/**
 * Streams payment changes from every process of the store. PostgreSQL notifies
 * each process once, on one connection. The process reads a changed payment
 * once and notifies all its watchers. The ledger stays the source of truth.
 */
export class PaymentStream {
  readonly slots: StreamSlots
  /** By collection, since one of its payments may replace another. */
  readonly #watchers = new Map<string, Set<Watcher>>()
  readonly #stale = new Set<string>()
  #unsubscribe: (() => Promise<void>) | null = null
  #reads = 0
  #reading: Promise<void> | null = null
  #rounds: NodeJS.Timeout | null = null
  #linger: NodeJS.Timeout | null = null

  constructor(private readonly parts: PaymentStreamParts) {
    this.slots = new StreamSlots((reason) =>
      parts.metrics?.add("stablecoin.stream.refused", { reason })
    )
  }

  static in(
    cradle: Cradle,
    repository: Repository,
    listener: Listener,
    metrics: Metrics
  ): PaymentStream {
    return new PaymentStream({
      repository,
      listener,
      metrics,
      logger: cradle[ContainerRegistrationKeys.LOGGER],
    })
  }

  /** The current payment of a session. Null when the session never was ours. */
  async read(sessionId: string): Promise<StreamedPayment | null> {
    return await this.parts.repository.medusa.findStreamedPayment(sessionId)
  }

  /** The current state of these payments. */
  async readAll(ids: readonly string[]): Promise<StreamedPayment[]> {
    return ids.length > 0
      ? await this.parts.repository.medusa.readStreamedPayments(ids)
      : []
  }

  /**
   * Calls `onChange` with a payment that was just read, and again at least
   * whenever it changes.
   *
   * @returns the function that stops watching
   */
  watch(streamed: StreamedPayment, onChange: OnChange): () => void {
    const { id, payment_collection_id: collection } = streamed.payment
    const watcher = { paymentId: id, onChange, since: this.#reads }
    this.#begin(collection, watcher)
    onChange(streamed)
    // A change between the read and now was not notified.
    this.#readSoon([collection])
    return () => this.#end(collection, watcher)
  }

  /** Open streams, watchers and the listening connection of this process. */
  get counts(): PaymentStreamCounts {
    let watchers = 0
    for (const { size } of this.#watchers.values()) {
      watchers += size
    }
    const listening = this.#unsubscribe !== null && this.parts.listener.open
    return { ...this.slots.counts, watchers, listening }
  }

  async close(): Promise<void> {
    this.#stopRounds()
    if (this.#linger) {
      clearTimeout(this.#linger)
    }
    await this.#stopListening()
    // The database connection may be dead without an error.
    await withTimeout(Promise.resolve(this.#reading), CLOSE_MS, () => undefined)
  }

  #begin(collection: string, watcher: Watcher): void {
    const watchers = this.#watchers.get(collection)
    if (watchers) {
      watchers.add(watcher)
    } else {
      this.#watchers.set(collection, new Set([watcher]))
    }
    if (this.#linger) {
      clearTimeout(this.#linger)
      this.#linger = null
    }
    this.#unsubscribe ??= this.parts.listener.subscribe({
      channel: PAYMENT_CHANNEL,
      onNotification: (collection) => this.#readSoon([collection]),
      onListening: () => this.#readSoon(this.#watchers.keys()),
    })
    this.#rounds ??= setInterval(() => {
      this.#readSoon(this.#watchers.keys())
    }, READ_AGAIN_MS).unref()
  }

  #end(collection: string, watcher: Watcher): void {
    const watchers = this.#watchers.get(collection)
    if (!watchers?.delete(watcher) || watchers.size > 0) {
      return
    }
    this.#watchers.delete(collection)
    if (this.#watchers.size === 0) {
      this.#stopRounds()
      this.#linger = setTimeout(() => {
        void this.#stopListening()
      }, LINGER_MS).unref()
    }
  }

  async #stopListening(): Promise<void> {
    const unsubscribe = this.#unsubscribe
    this.#unsubscribe = null
    await unsubscribe?.()
  }

  #stopRounds(): void {
    if (this.#rounds) {
      clearInterval(this.#rounds)
      this.#rounds = null
    }
  }

  #readSoon(collections: Iterable<string>): void {
    for (const id of collections) {
      if (this.#watchers.has(id)) {
        this.#stale.add(id)
      }
    }
    if (this.#stale.size > 0 && !this.#reading) {
      this.#reading = this.#readStale()
    }
  }

  /**
   * Reads all payments that changed meanwhile at once. Reads never overlap,
   * since a later one is newer.
   */
  async #readStale(): Promise<void> {
    while (this.#stale.size > 0) {
      const ids = this.#watchedIn(this.#stale)
      this.#stale.clear()
      const read = ++this.#reads
      try {
        this.#notify(
          await this.parts.repository.medusa.readStreamedPayments(ids),
          read
        )
      } catch (error) {
        this.parts.logger.warn(
          `Stablecoin payments: payments that storefronts wait for could not be read, and are read again soon: ${messageOf(error)}`
        )
      }
    }
    this.#reading = null
  }

  #watchedIn(collections: Iterable<string>): string[] {
    const ids = new Set<string>()
    for (const collection of collections) {
      for (const { paymentId } of this.#watchers.get(collection) ?? []) {
        ids.add(paymentId)
      }
    }
    return [...ids]
  }

  #notify(read: readonly StreamedPayment[], number: number): void {
    for (const streamed of read) {
      const { id, payment_collection_id } = streamed.payment
      for (const watcher of this.#watchers.get(payment_collection_id) ?? []) {
        if (watcher.paymentId === id && watcher.since < number) {
          watcher.onChange(streamed)
        }
      }
    }
  }
}
