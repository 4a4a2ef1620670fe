import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import { describeImbalance } from "../../../src/exceptions/texts"
import type { Payment, Rail } from "../../../src/ledger"
import type {
  OrderEntry,
  TransactionEntry,
} from "../../../packages/sandbox/src"
import { PAID_EVENTS } from "../../../tools/harness/gateway/webhooks"
import { readImbalances } from "../../../tools/harness/records/imbalances"
import type { RealCart } from "./real-cart"
import type { TestStore } from "../store/test-store"

/** One cart in the records of the gateway, the ledger and Medusa. */
export type ThreeRecords = {
  rows: Payment[]
  gateway: GatewayRecord[]
  exceptions: { payment_id: string; kind: string }[]
  refunds: { payment_id: string; amount: string }[]
  sessions: { id: string; status: string }[]
  orders: { id: string; status: string }[]
  payments: MedusaPayment[]
  /** Money that is not accounted for, as sentences. */
  imbalances: string[]
}

type GatewayRecord = {
  payment_id: string
  isPaid: boolean
  isOpen: boolean
  /** Whether a genuine webhook reported it as paid. */
  wasReportedPaid: boolean
}

type MedusaPayment = {
  id: string
  session_id: string
  /** Major units. */
  amount: number
  captured: number
  refunded: number
  canceled: boolean
}

export async function readThreeRecords(
  realCart: RealCart
): Promise<ThreeRecords> {
  const { store, cart } = realCart
  const db = store.db
  const rows = await realCart.rows()
  const ids = rows.map(({ id }) => id)
  const { sessions, orders } = await store.readMedusaState(cart)
  const imbalances = await readImbalances(db)
  return {
    rows,
    gateway: rows.flatMap(({ id, rail }) => gatewayRecords(store, rail, id)),
    exceptions: await db("stablecoin_exception")
      .select("payment_id", "kind")
      .whereIn("payment_id", ids)
      .orderBy("id"),
    refunds: await db("stablecoin_refund")
      .select("payment_id", "amount")
      .whereIn("payment_id", ids)
      .whereNot({ status: "void" })
      .orderBy("id"),
    sessions,
    orders,
    payments: await medusaPayments(store, cart.payment_collection_id),
    imbalances: imbalances
      .filter(({ payment_id }) => payment_id && ids.includes(payment_id))
      .map(describeImbalance),
  }
}

function gatewayRecords(
  { sandbox }: TestStore,
  rail: Rail,
  id: string
): GatewayRecord[] {
  const all = rail === "hosted" ? sandbox.transactions() : sandbox.orders()
  return all
    .filter(({ orderNo }) => orderNo === id)
    .map((entry) => {
      const isPaid = ["success", "paid"].includes(entry.status)
      const reports = sandbox.webhooks().filter(({ event, state, fault }) => {
        const isAccepted = state === "accepted" && fault !== "wrong_signature"
        return isAccepted && event === PAID_EVENTS[rail]
      })
      return {
        payment_id: id,
        isPaid,
        isOpen: entry.status === "pending",
        wasReportedPaid:
          isPaid && reports.some(({ body }) => matchesEntry(body, entry)),
      }
    })
}

/** Whether a paid webhook matches the gateway's records and is not forged. */
function matchesEntry(
  body: string,
  entry: TransactionEntry | OrderEntry
): boolean {
  const { payload, data } = JSON.parse(body) as Record<
    "payload" | "data",
    Record<string, unknown> | undefined
  >
  const reported = payload ?? data
  return (
    reported?.order_no === entry.orderNo &&
    reported.amount === Number(entry.amount) &&
    reported.currency === entry.currency &&
    (!("chain" in entry) || reported.chain === entry.chain)
  )
}

/**
 * Medusa's payments of a collection, oldest first, including those of deleted
 * sessions.
 */
export async function medusaPayments(
  store: TestStore,
  payment_collection_id: string
): Promise<MedusaPayment[]> {
  const { data } = await store.container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({
      entity: "payment_collection",
      fields: ["payments.*", "payments.captures.*", "payments.refunds.*"],
      filters: { id: payment_collection_id },
    })
  const { payments } = data[0] as unknown as { payments: StoredPayment[] }
  return payments
    .map((payment) => ({
      id: payment.id,
      session_id: payment.payment_session_id,
      amount: Number(payment.amount),
      captured: total(payment.captures),
      refunded: total(payment.refunds),
      canceled: payment.canceled_at !== null,
    }))
    .sort((a, b) => a.id.localeCompare(b.id))
}

type Part = { amount: unknown }
type StoredPayment = Part & {
  id: string
  payment_session_id: string
  canceled_at: string | null
  captures?: Part[]
  refunds?: Part[]
}

function total(parts: Part[] = []): number {
  return parts.reduce((sum, { amount }) => sum + Number(amount), 0)
}
