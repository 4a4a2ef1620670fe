import { factOf } from "../../../modules/stablecoin/webhooks/classify-report"
import { amountOf } from "../../../pricing"
import {
  type Captured,
  coinsOf,
  type CurrentAccount,
  differenceOf,
  isMoreThan,
  isTransferReadable,
  ORDER_KINDS,
  type Payment,
  refusedRefund,
  sumOf,
} from "../../index"
import { NOW } from "../samples"
import { Chain } from "./chain"
import { Gateway, NoResponse, type Webhook } from "./gateway"
import { Interruptions, logged } from "./interruption"
import { checkAuthorized } from "./laws"
import { Ledger, type Row } from "./ledger"
import { Medusa } from "./medusa"
import { StablecoinProvider } from "./provider"
import { PENDING_TTL_MINUTES, type Setting, SPREAD } from "./setting"
import { reconcile, settle } from "./settle"

const MINUTE_MS = 60_000
const CALL_TAKES_AT_MOST_MS = 2 * MINUTE_MS

/** Model of the gateway, the ledger, Medusa and the process between them. */
export class World {
  now = NOW
  readonly chain: Chain = new Chain(this)
  readonly gateway: Gateway
  readonly ledger = new Ledger(this, (row) => this.capturedOf(row))
  readonly provider = new StablecoinProvider(this)
  readonly interruptions = new Interruptions()
  readonly medusa: Medusa
  /** Mode of the account that new payments are started with. */
  mode: "test" | "live" = "test"
  /** Webhooks that were answered 200 and are not in the ledger yet. */
  readonly stored: Webhook[] = []
  /** Webhooks that have arrived. */
  readonly received = new Set<Webhook>()
  /** Whether an edit's event was lost: the nightly audit names its excess. */
  missedEdit = false
  /** US dollars for one unit of the cart's currency; null for dollars. */
  rate: string | null
  /** Broken laws, as sentences. */
  readonly broken: string[] = []
  /** Pending subscriber calls, lost when the process crashes. */
  #subscriberCalls: (() => void)[] = []

  constructor(readonly setting: Setting) {
    this.rate = setting.rate ?? null
    this.gateway = new Gateway(this.chain, setting.isShared === true)
    this.medusa = new Medusa(setting.hasCart, this.provider, {
      checkpoint: (lock) => this.checkpoint(lock),
      now: () => this.now,
      isLocked: () => this.interruptions.isLocked,
      authorized: (session) => checkAuthorized(this, session),
      orderChanged: () => {
        this.#subscriberCalls.push(() => this.settleRows(() => true))
      },
      moneyMoved: () => {
        const open = this.ledger.exceptions.open.filter(({ kind }) =>
          ORDER_KINDS.includes(kind)
        )
        const isUnbalanced = ({ id }: Row) => open.some(({ of }) => of === id)
        this.#subscriberCalls.push(() => this.settleRows(isUnbalanced))
      },
    })
  }

  get current_account(): CurrentAccount {
    return { account: `onchain_${this.mode}`, mode: this.mode }
  }

  /** Captures of a payment in Medusa, less the refunds due for its refunds. */
  capturedOf(payment: Payment): Captured | null {
    const { session_id, deposit_id } = payment
    const own = this.medusa.paymentOf(session_id)
    if (!own) {
      return null
    }
    const refunds = this.ledger.refunds.filter(
      (each) =>
        each.deposit_id === deposit_id &&
        each.medusa_refund_id &&
        each.status !== "void"
    )
    const stored =
      own.captured || own.storedSince ? coinsOf(payment, own.amount) : "0"
    const returned = sumOf(refunds.map(({ amount }) => amount))
    return {
      captured: own.captured,
      taken: isMoreThan(stored, returned)
        ? differenceOf(stored, returned)
        : "0",
    }
  }

  /** The coins that a sum of the cart costs at a rate. Default: now. */
  priceOf(sum: string, rate = this.rate): string {
    return rate === null ? sum : amountOf(sum, { rate, spread: SPREAD })
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
    return (row.status !== "paid" && this.read(row)?.row) || row
  }

  /** @returns null without an answer */
  private read(row: Row): { row: Row; changed: boolean } | null {
    const { rail, gateway_id, id } = row
    if (rail !== "onchain" || !gateway_id) {
      return null
    }
    try {
      const fact = this.gateway.read(gateway_id)
      return fact && this.ledger.applyFact(id, fact)
    } catch (error) {
      if (error instanceof NoResponse) {
        return null
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
    this.recordMissedRefunds()
    this.chain.read()
  }

  /** Refunds and captures that a process which died left behind in Medusa. */
  private recordMissedRefunds(): void {
    const { ledger, medusa, now } = this
    const isOld = (at: Date | null) =>
      at !== null && now.getTime() - at.getTime() > CALL_TAKES_AT_MOST_MS
    for (const { session_id, refunds, storedSince } of medusa.payments) {
      const row = ledger.ofSession(session_id)
      for (const { id, amount, created_at } of row ? refunds : []) {
        const isKnown =
          ledger.refunds.some(
            ({ medusa_refund_id }) => medusa_refund_id === id
          ) ||
          [...ledger.exceptions.all.values()].some(
            ({ details }) => details.medusa_refund_id === id
          )
        if (row && isOld(created_at) && !isKnown) {
          const refund = { medusa_refund_id: id, cart_amount: amount }
          if (ledger.recordRefund(row.id, id, amount)) {
            const left = ledger.moneyOf(row)?.capture ?? "0"
            ledger.exceptions.add(row.id, refusedRefund(row, refund, left))
          }
        }
      }
      if (row && isOld(storedSince) && row.next_reconcile_at === null) {
        logged(() => settle(this, row.id))
      }
    }
  }

  /** Reads a transfer that replaces one which its chain does not show. */
  private readTransfer(id: string): void {
    const row = this.ledger.find(id)
    if (isTransferReadable(row, this.now)) {
      this.checkpoint()
      if (this.read({ ...row })?.changed) {
        logged(() => settle(this, id))
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

  /** Schedules some payments first, so that the job settles them otherwise. */
  private settleRows(which: (row: Row) => boolean): void {
    const rows = this.ledger.rows.filter(which)
    for (const { session_id } of rows) {
      this.ledger.scheduleReconcile(session_id)
    }
    for (const { id } of rows) {
      this.checkpoint()
      reconcile(this, id)
    }
  }
}
