import { isSameAmount, type Payment } from "../../index"
import { logged, rethrowCrash } from "./interruption"
import { AMOUNTS } from "./setting"

/** Null: another plugin's provider, which authorizes every request. */
export type SessionRail = Payment["rail"] | null

export type Session = {
  id: string
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
  orderCanceled(): void
  /** Called before a session's payment is created. */
  authorized(session: Session): void
}

export class Refused extends Error {}

/**
 * Model of one collection and its sessions in Medusa 2.21.2, and of the
 * workflows that write them.
 */
export abstract class Sessions {
  collection = { amount: AMOUNTS[0] as string, currency: "usd" }
  sessions: Session[] = []
  /** Ids of sessions of another plugin's provider, deleted ones included. */
  readonly foreign = new Set<string>()
  #made = 0

  constructor(
    protected readonly provider: Provider,
    protected readonly hooks: MedusaHooks
  ) {}

  /**
   * Whether the amount due is final: a cart that became an order, or an order's
   * own collection that was paid.
   */
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
  startSession(rail: SessionRail, late: LateMoney | null = null): void {
    const others = [...this.sessions]
    const { collection } = this
    this.hooks.checkpoint()
    const session = this.insertSession(rail, collection)
    this.deleteSessions(others)
    try {
      this.initiate(session, late)
    } catch (error) {
      rethrowCrash(error)
      for (const other of others) {
        logged(() => this.createSession(other.rail))
      }
      throw error
    }
  }

  /** `createPaymentSession` of the payment module, without deleting others. */
  createSession(rail: SessionRail): void {
    this.initiate(this.insertSession(rail, this.collection), null)
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
    if (this.isFixed() || isSameAmount(amount, this.collection.amount)) {
      return
    }
    const { sessions } = this
    this.hooks.checkpoint("locked")
    this.collection = { ...this.collection, amount }
    this.deleteSessions(sessions, "locked")
  }

  private insertSession(
    rail: SessionRail,
    due: { amount: string; currency: string }
  ): Session {
    const session: Session = {
      id: `payses_${++this.#made}`,
      rail,
      status: "pending",
      ...due,
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
