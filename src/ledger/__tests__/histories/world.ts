import { type CurrentAccount, factOf, isTransferReadable } from "../../index"
import { NOW } from "../samples"
import { Gateway, NoResponse, type Webhook } from "./gateway"
import { Interruptions, logged } from "./interruption"
import { checkAuthorized } from "./laws"
import { Ledger, type Row } from "./ledger"
import { Medusa } from "./medusa"
import { StablecoinProvider } from "./provider"
import { PENDING_TTL_MINUTES, type Setting } from "./setting"
import { reconcile, settle } from "./settle"

const MINUTE_MS = 60_000

/** Model of the gateway, the ledger, Medusa and the process between them. */
export class World {
  now = NOW
  readonly gateway = new Gateway()
  readonly ledger = new Ledger(this)
  readonly provider = new StablecoinProvider(this)
  readonly interruptions = new Interruptions()
  readonly medusa: Medusa
  /** Mode of the account that new payments are started with. */
  mode: "test" | "live" = "test"
  /** Webhooks that were answered 200 and are not in the ledger yet. */
  readonly stored: Webhook[] = []
  /** Webhooks that have arrived. */
  readonly received = new Set<Webhook>()
  /** Broken laws, as sentences. */
  readonly broken: string[] = []
  /** Pending subscriber calls, lost when the process crashes. */
  #subscriberCalls: (() => void)[] = []

  constructor(readonly setting: Setting) {
    this.medusa = new Medusa(setting.hasCart, this.provider, {
      checkpoint: (lock) => this.checkpoint(lock),
      now: () => this.now,
      isLocked: () => this.interruptions.isLocked,
      authorized: (session) => checkAuthorized(this, session),
      orderCanceled: () => {
        this.#subscriberCalls.push(() => this.settleOrder())
      },
    })
  }

  get current_account(): CurrentAccount {
    return { account: `onchain_${this.mode}`, mode: this.mode }
  }

  checkpoint(lock?: "locked" | "free"): void {
    this.interruptions.checkpoint(lock)
  }

  breaks(law: string): void {
    this.broken.push(law)
  }

  expiresAt = (): Date =>
    new Date(this.now.getTime() + PENDING_TTL_MINUTES * MINUTE_MS)

  wait(minutes: number): void {
    this.now = new Date(this.now.getTime() + minutes * MINUTE_MS)
  }

  /** Reads a payment, if it is readable and the gateway responds. */
  readIfUnpaid(row: Row): Row {
    return row.status === "paid" ? row : this.read(row)
  }

  private read(row: Row): Row {
    const { rail, gateway_id, id } = row
    if (rail !== "onchain" || !gateway_id) {
      return row
    }
    try {
      const fact = this.gateway.read(gateway_id)
      return fact ? this.ledger.applyFact(id, fact).row : row
    } catch (error) {
      if (error instanceof NoResponse) {
        return row
      }
      throw error
    }
  }

  /** Stores a webhook before the 200, then applies its fact and settles. */
  receive(webhook: Webhook): void {
    this.stored.push(webhook)
    this.received.add(webhook)
    this.checkpoint()
    this.process(webhook)
  }

  /** Records the buyer's return, and reconciles if that changed the payment. */
  returned(id: string, result: "success" | "cancel"): void {
    const { changed } = this.ledger.applyFact(id, { kind: "returned", result })
    this.checkpoint()
    if (changed) {
      reconcile(this, id)
    }
  }

  /**
   * Reconciliation job: processes webhooks left by a crashed process, and
   * payments that are due.
   */
  job(): void {
    for (const webhook of [...this.stored]) {
      this.process(webhook)
    }
    for (const { id } of this.ledger.claimDue()) {
      this.checkpoint()
      reconcile(this, id)
      this.readTransfer(id)
    }
  }

  /** Reads a transfer that no report has named, after settling. */
  private readTransfer(id: string): void {
    const row = this.ledger.find(id)
    if (isTransferReadable(row)) {
      this.checkpoint()
      const responds = this.gateway.failingCalls === 0
      if (this.read({ ...row }).tx_hash) {
        logged(() => settle(this, id))
      } else if (responds) {
        row.hashless_reads++
      }
    }
  }

  settleAll(): void {
    for (const { id } of this.ledger.rows) {
      logged(() => settle(this, id))
    }
  }

  /** Runs the pending subscriber calls. A crashed process has lost them. */
  runSubscribers(): void {
    const calls = this.#subscriberCalls
    this.#subscriberCalls = []
    for (const each of calls) {
      each()
    }
  }

  dropSubscriberCalls(): void {
    this.#subscriberCalls = []
  }

  private process(webhook: Webhook): void {
    const fact = factOf(webhook.report)
    if (fact) {
      this.ledger.applyFact(webhook.payment_id, fact)
    }
    this.stored.splice(this.stored.indexOf(webhook), 1)
    this.checkpoint()
    logged(() => settle(this, webhook.payment_id))
  }

  private settleOrder(): void {
    for (const { session_id } of this.ledger.rows) {
      this.ledger.scheduleReconcile(session_id)
    }
    for (const { id } of this.ledger.rows) {
      this.checkpoint()
      reconcile(this, id)
    }
  }
}
