import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { MedusaContainer } from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { Sandbox } from "../../../packages/sandbox/src"
import type {
  StoreOptionsResponse,
  StorePayment,
  StorePaymentResponse,
  StorePaymentsResponse,
} from "../../../src/http-types"
import { nameOf, type StoredProblem } from "../../../src/ledger"
import { isIdle } from "./idle"
import { STABLECOIN_MODULE } from "../../../src/modules/stablecoin"
import type StablecoinModuleService from "../../../src/modules/stablecoin/service"
import { paymentUrl } from "../../../tools/harness/shop/payment-state"
import type { Cart, Shopper } from "../../../tools/harness/shop/shopper"
import type { SeededStore } from "../../../tools/harness/store/seed"

/** A store that runs. */
export type RunningStore = {
  url: string
  sandbox: Sandbox
  container: MedusaContainer
  seeded: SeededStore
  shopper: Shopper
}

type Row = Record<string, unknown>

const TABLES = [
  "stablecoin_payment",
  "stablecoin_webhook_event",
  "stablecoin_fact",
  "stablecoin_deposit",
  "stablecoin_exception",
  "stablecoin_refund",
  "stablecoin_account",
  "stablecoin_setting",
] as const

/**
 * Every row of the plugin's tables, by table, in the order of their ids.
 * Schedules are left out: they don't concern money, and the job changes them at
 * any time.
 */
export type Ledger = Record<(typeof TABLES)[number], Row[]>

/** Medusa's state of a cart's money, to be compared as a whole. */
export type MedusaState = {
  orders: { id: string; status: string }[]
  /** Major units, over all payments of the collection. */
  captures: number[]
  sessions: { id: string; status: string }[]
}

/** One order, whose payment of the usual cart is captured. */
export const ORDERED = {
  orders: [{ id: expect.any(String), status: "pending" }],
  captures: [12.5],
}

/** Neither an order nor a capture. */
export const UNTOUCHED = { orders: [], captures: [] }

type Collection = {
  payment_sessions: { id: string; status: string }[]
  payments: { captures: { amount: number }[] }[]
}

/** A real store over real HTTP, with the sandbox as its gateway: its records. */
export class StoreRecords {
  constructor(private readonly running: () => RunningStore) {}

  get url(): string {
    return this.running().url
  }

  get sandbox(): Sandbox {
    return this.running().sandbox
  }

  get container(): MedusaContainer {
    return this.running().container
  }

  get seeded(): SeededStore {
    return this.running().seeded
  }

  get shopper(): Shopper {
    return this.running().shopper
  }

  /** The store's own database connection. */
  get db(): Knex {
    return this.container.resolve<Knex>(ContainerRegistrationKeys.PG_CONNECTION)
  }

  /** The stablecoin module's service. */
  get stablecoin(): StablecoinModuleService {
    return this.container.resolve(STABLECOIN_MODULE)
  }

  /**
   * Reads the whole ledger from the database, to compare it before and after.
   * Leaves out what is noted in the background: the modes that the gateway
   * reported, and unverified webhooks.
   */
  async readLedger(): Promise<Ledger> {
    const tables = await Promise.all(
      TABLES.map(async (table) => {
        const rows: Row[] = await this.db(table).select("*").orderBy("id")
        const others = rows.filter(({ signature }) => !signature)
        return [table, others.map(withoutMode)] as const
      })
    )
    return Object.fromEntries(tables) as Ledger
  }

  /** The ledger's row of a payment. */
  async readPayment(id: string): Promise<Row> {
    const row: Row | undefined = await this.db("stablecoin_payment")
      .where({ id })
      .first()
    if (!row) {
      throw new Error(`The ledger has no payment ${id}.`)
    }
    return row
  }

  /** Changes the ledger's row of a payment, such as its times. */
  async changePayment(id: string, changes: Row): Promise<void> {
    await this.db("stablecoin_payment").where({ id }).update(changes)
  }

  /** The names of the open exceptions, in the order of their ids. */
  async openExceptions(): Promise<unknown[]> {
    const rows: StoredProblem[] = await this.db("stablecoin_exception")
      .where({ status: "open" })
      .orderBy("id")
    return rows.map(nameOf)
  }

  async readMedusaState(
    cart: Pick<Cart, "payment_collection_id">
  ): Promise<MedusaState> {
    const query = this.container.resolve(ContainerRegistrationKeys.QUERY)
    const { data: collections } = await query.graph({
      entity: "payment_collection",
      fields: [
        "payment_sessions.id",
        "payment_sessions.status",
        "payments.captures.amount",
      ],
      filters: { id: cart.payment_collection_id },
    })
    const { data: links } = await query.graph({
      entity: "order_payment_collection",
      fields: ["order.id", "order.status"],
      filters: { payment_collection_id: cart.payment_collection_id },
    })
    const collection = collections[0] as Collection | undefined
    return {
      orders: links.map(({ order: { id, status } }) => ({ id, status })),
      captures: (collection?.payments ?? []).flatMap(({ captures }) =>
        captures.map(({ amount }) => Number(amount))
      ),
      sessions: (collection?.payment_sessions ?? []).map(({ id, status }) => ({
        id,
        status,
      })),
    }
  }

  /** The id of Medusa's payment of a session that it has authorized. */
  async medusaPaymentId({
    session,
  }: {
    session: { id: string }
  }): Promise<string> {
    const [payment] = await this.container
      .resolve(Modules.PAYMENT)
      .listPayments({ payment_session_id: session.id })
    return payment!.id
  }

  /** The ways to pay that a cart or a collection is offered. */
  async readOptions(
    where: { cart_id: string } | { payment_collection_id: string }
  ): Promise<StoreOptionsResponse> {
    return await this.shopper.get(
      `/store/stablecoin/options?${new URLSearchParams(where)}`
    )
  }

  /** A payment as its buyer sees it. */
  async readShown(session_id: string): Promise<StorePayment> {
    const body = await this.shopper.get<StorePaymentResponse>(
      paymentUrl("", session_id)
    )
    return body.payment
  }

  /** The payments of an order as the page of the order shows them. */
  async readShownPayments(order_id: string): Promise<StorePaymentsResponse> {
    return await this.shopper.get(
      `/store/stablecoin/payments?order_id=${order_id}`
    )
  }

  protected async isSettled(): Promise<boolean> {
    // Checked first: queries in this process would slow down the work it waits
    // for.
    if (!isIdle()) {
      return false
    }
    // Unverified webhooks are stored in the background, and report nothing.
    const waiting = await this.db("stablecoin_webhook_event")
      .where({ status: "received", signature: null, deleted_at: null })
      .first("id")
    const unsettled = await this.unsettledPayments().first("payment.id")
    return isIdle() && !waiting && !unsettled
  }

  /** Ended payments that the job still has to make Medusa match. */
  protected unsettledPayments() {
    return (
      this.db("stablecoin_payment as payment")
        .join(
          "stablecoin_schedule as schedule",
          "schedule.payment_id",
          "payment.id"
        )
        .whereIn("payment.status", ["paid", "cancelled", "failed", "abandoned"])
        .whereNotNull("next_reconcile_at")
        // An order that waits for a hosted success is reconciled when it
        // expires.
        .whereRaw("next_reconcile_at <> expires_at")
        // The job reads a paid payment's missing transaction hash after all
        // else is settled.
        .whereRaw(
          "NOT (payment.status = 'paid' AND rail = 'onchain' AND tx_hash IS NULL)"
        )
    )
  }
}

/** An account without what is noted in the background. */
function withoutMode(row: Row): Row {
  return "sandbox" in row
    ? { ...row, mode: null, sandbox: null, updated_at: null }
    : row
}
