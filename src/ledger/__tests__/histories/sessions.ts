import { isSameAmount, type Payment } from "../../index"
import { logged, rethrowCrash } from "./interruption"
import { AMOUNTS } from "./setting"

/** Null: another plugin's provider, which authorizes every request. */
export type SessionRail = Payment["rail"] | null

/** A payment collection. Medusa sums up its status. */
export type Collection = {
  id: string
  amount: string
  currency: string
  /** Null: of an order alone. */
  cart_id: string | null
  canceled: boolean
}

export type Session = {
  id: string
  payment_collection_id: string
  rail: SessionRail
  status: string
  amount: string
  currency: string
  /** Whether the provider's response was stored. */
  started: boolean
}

/**
 * Provider interface that Medusa calls; see src/providers/stablecoin. Each
 * method may throw.
 */
export type Provider = {
  initiate(session: Session, late: LateMoney | null): string
  authorize(session: Session): "authorized" | "captured" | "pending"
  capture(sessionId: string): void
  cancel(sessionId: string): void
  refund(sessionId: string, refundId: string, amount: string): void
  deleted(sessionId: string): void
}
export type LateMoney = { payment_id: string; session_id: string }

/** Callbacks for order events and for the points between steps. */
export type MedusaHooks = {
  checkpoint(lock?: "locked" | "free"): void
  now(): Date
  /** Whether another workflow holds the cart's lock. */
  isLocked(): boolean
  /** Called once an order was cancelled or edited. */
  orderChanged(): void
  /** Called once a capture or a refund was recorded. */
  moneyMoved(): void
  /** Called before a session's payment is created. */
  authorized(session: Session): void
}

export class Refused extends Error {}

/**
 * Model of the collections of a cart or an order and their sessions in Medusa
 * 2.21.2, and of the workflows that write them.
 */
export abstract class Sessions {
  readonly collections: Collection[] = []
  sessions: Session[] = []
  /** Ids of sessions of another plugin's provider, deleted ones included. */
  readonly foreign = new Set<string>()
  #made = 0

  constructor(
    readonly hasCart: boolean,
    protected readonly provider: Provider,
    protected readonly hooks: MedusaHooks
  ) {
    this.createCollection(AMOUNTS[0], hasCart ? "cart_1" : null)
  }

  protected createCollection(amount: string, cart_id: string | null): void {
    const id = `pay_col_${this.collections.length + 1}`
    const currency = "usd"
    this.collections.push({ id, amount, currency, cart_id, canceled: false })
  }

  /** The collection of the cart, or the first one of the order. */
  get first(): Collection {
    return this.collections[0]!
  }

  get newest(): Collection {
    return this.collections.at(-1)!
  }

  collection(id: string): Collection {
    return this.collections.find((each) => each.id === id)!
  }

  sessionsOf({ id }: Pick<Collection, "id">): Session[] {
    return this.sessions.filter(
      ({ payment_collection_id }) => payment_collection_id === id
    )
  }

  /** Whether the amount of the cart is final, since it became an order. */
  protected abstract isFixed(): boolean

  session(id: string): Session {
    const session = this.sessions.find((each) => each.id === id)
    if (!session) {
      throw new Refused(`PaymentSession with id ${id} was not found`)
    }
    return session
  }

  /**
   * `createPaymentSessionsWorkflow`: creates a session, deletes the others, and
   * restores them on failure.
   */
  startSession(
    rail: SessionRail,
    { id }: Pick<Collection, "id">,
    late: LateMoney | null = null
  ): void {
    const collection = { ...this.collection(id) }
    const others = this.sessionsOf(collection)
    this.hooks.checkpoint()
    const session = this.insertSession(rail, collection)
    this.deleteSessions(others)
    try {
      this.initiate(session, late)
    } catch (error) {
      rethrowCrash(error)
      for (const other of others) {
        logged(() => this.createSession(other.rail, collection))
      }
      throw error
    }
  }

  /** `createPaymentSession` of the payment module, without deleting others. */
  createSession(rail: SessionRail, { id }: Pick<Collection, "id">): void {
    this.initiate(this.insertSession(rail, this.collection(id)), null)
  }

  deleteSessions(
    sessions: readonly Session[],
    lock: "locked" | "free" = "free"
  ): void {
    for (const session of sessions) {
      if (session.rail && session.started) {
        this.provider.deleted(session.id)
      }
      this.sessions = this.sessions.filter((each) => each !== session)
      this.hooks.checkpoint(lock)
    }
  }

  /**
   * Changes the total. A payment started between its two statements keeps the
   * old amount.
   */
  changeAmount(amount: string): void {
    const { first } = this
    if (this.isFixed() || isSameAmount(amount, first.amount)) {
      return
    }
    const sessions = this.sessionsOf(first)
    this.hooks.checkpoint("locked")
    first.amount = amount
    this.deleteSessions(sessions, "locked")
  }

  private insertSession(
    rail: SessionRail,
    { id: payment_collection_id, amount, currency }: Collection
  ): Session {
    const session: Session = {
      id: `payses_${++this.#made}`,
      payment_collection_id,
      rail,
      status: "pending",
      amount,
      currency,
      started: false,
    }
    this.sessions = [...this.sessions, session]
    if (rail === null) {
      this.foreign.add(session.id)
    }
    this.hooks.checkpoint()
    return session
  }

  private initiate(session: Session, late: LateMoney | null): void {
    try {
      const status =
        session.rail === null
          ? "pending"
          : this.provider.initiate(session, late)
      this.hooks.checkpoint()
      this.session(session.id)
      Object.assign(session, { status, started: true })
    } catch (error) {
      rethrowCrash(error)
      this.sessions = this.sessions.filter((each) => each !== session)
      throw error
    }
  }
}
