import { type AccountInForce, factOf, isTransferReadable } from "../../index"
import { NOW } from "../samples"
import { Gateway, Silence, type Webhook } from "./gateway"
import { Interruptions, logged } from "./interruption"
import { checkAuthorized } from "./laws"
import { Ledger, type Row } from "./ledger"
import { Medusa } from "./medusa"
import { StablecoinProvider } from "./provider"
import { PENDING_TTL_MINUTES, type Setting } from "./setting"
import { look, settle } from "./settle"

const MINUTE_MS = 60_000

/** The gateway, the ledger and Medusa's books, and the process between them. */
export class World {
  now = NOW
  readonly gateway = new Gateway()
  readonly ledger = new Ledger(this)
  readonly provider = new StablecoinProvider(this)
  readonly interruptions = new Interruptions()
  readonly medusa: Medusa
  /** Of the account that payments are started with now. */
  mode: "test" | "live" = "test"
  /** Webhooks that were answered 200 and are not in the ledger yet. */
  readonly stored: Webhook[] = []
  /** Webhooks that ever came. */
  readonly heard = new Set<Webhook>()
  /** Laws that were broken, as sentences. */
  readonly broken: string[] = []
  /** What subscribers were told and have not done yet: gone when the process dies. */
  #told: (() => void)[] = []

  constructor(readonly setting: Setting) {
    this.medusa = new Medusa(setting.hasCart, this.provider, {
      moment: (lock) => this.moment(lock),
      authorized: (session) => checkAuthorized(this, session),
      orderCanceled: () => {
        this.#told.push(() => this.settleOrder())
      },
    })
  }

  get account_in_force(): AccountInForce {
    return { account: `onchain_${this.mode}`, mode: this.mode }
  }

  moment(lock?: "locked" | "free"): void {
    this.interruptions.moment(lock)
  }

  breaks(law: string): void {
    this.broken.push(law)
  }

  expiresAt = (): Date =>
    new Date(this.now.getTime() + PENDING_TTL_MINUTES * MINUTE_MS)

  wait(minutes: number): void {
    this.now = new Date(this.now.getTime() + minutes * MINUTE_MS)
  }

  /** Asks the gateway, where it can be asked and answers. */
  poll(row: Row): Row {
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
      if (error instanceof Silence) {
        return row
      }
      throw error
    }
  }

  /** A webhook is answered 200 once it is on disk; then it becomes a fact, and is settled. */
  receive(webhook: Webhook): void {
    this.stored.push(webhook)
    this.heard.add(webhook)
    this.moment()
    this.process(webhook)
  }

  /** The buyer is back: noted, and looked at if that is news. */
  returned(id: string, result: "success" | "cancel"): void {
    const { changed } = this.ledger.applyFact(id, { kind: "returned", result })
    this.moment()
    if (changed) {
      look(this, id)
    }
  }

  /** The reconciliation job: what a dead process left behind, and what is due. */
  job(): void {
    for (const webhook of [...this.stored]) {
      this.process(webhook)
    }
    for (const { id } of this.ledger.claimDue()) {
      this.moment()
      look(this, id)
      this.readTransfer(id)
    }
  }

  /** A transfer that no report has named is read after settling. */
  private readTransfer(id: string): void {
    const row = this.ledger.find(id)
    if (isTransferReadable(row)) {
      this.moment()
      const answers = this.gateway.silentFor === 0
      if (this.read({ ...row }).tx_hash) {
        logged(() => settle(this, id))
      } else if (answers) {
        row.hashless_reads++
      }
    }
  }

  settleAll(): void {
    for (const { id } of this.ledger.rows) {
      logged(() => settle(this, id))
    }
  }

  /** Subscribers do what they were told; a process that died did not tell them. */
  listen(): void {
    const told = this.#told
    this.#told = []
    for (const each of told) {
      each()
    }
  }

  forgetTold(): void {
    this.#told = []
  }

  private process(webhook: Webhook): void {
    const fact = factOf(webhook.report)
    if (fact) {
      this.ledger.applyFact(webhook.payment_id, fact)
    }
    this.stored.splice(this.stored.indexOf(webhook), 1)
    this.moment()
    logged(() => settle(this, webhook.payment_id))
  }

  private settleOrder(): void {
    for (const { session_id } of this.ledger.rows) {
      this.ledger.scheduleReconcile(session_id)
    }
    for (const { id } of this.ledger.rows) {
      this.moment()
      look(this, id)
    }
  }
}
