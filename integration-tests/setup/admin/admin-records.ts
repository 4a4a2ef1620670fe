import type { AdminExceptionDetail, AdminRefund } from "../../../src/http-types"
import { differenceOf, isMoreThan } from "../../../src/ledger"
import type { Answer } from "../../../tools/harness/shop/request"
import type { TestStore } from "../store/test-store"
import { Admin } from "./admin"
import { rowsOf } from "./csv-rows"

type Row = Record<string, unknown>

/** Union of the fields that the admin routes return. */
export type AdminApiAnswer = {
  count: number
  count_exceeded?: boolean
  offset: number
  limit: number
  webhooks: Row[]
  exceptions: Row[]
  refunds: Row[]
  deposits: Row[]
  payments: Row[]
  webhook: Row
  exception: Row
  refund: Row
  deposit: Row
  payment: Row
  /** A payment's timeline. */
  facts: Row[]
  summary: Row
  /** Of an order's panel. */
  due: Row | null
  readable: boolean
  settled: boolean
  may_still_be_paid: boolean
  type: string
  message: string
}

type Allocation = {
  kind: "capture" | "refund" | "kept"
  amount: string
  refund_id: string | null
  order_id: string | null
  reason: string | null
}

/** A deposit as `GET /admin/stablecoin/deposits` returns it. */
export type ListedDeposit = {
  id: string
  payment_id: string | null
  amount: string
  tx_hash: string | null
  unallocated: string
  allocations: Allocation[]
}

/** A refund with the deposit that it returns. */
export type ListedRefund = AdminRefund & {
  deposit_id: string
  deposit?: { sender: string | null }
}

/** An open exception with the deposit that it is about. */
export type DepositException = AdminExceptionDetail & { deposit_id: string }

/** The plugin's own routes, as an admin reads them. */
export class AdminRecords {
  constructor(
    protected readonly store: TestStore,
    readonly admin = new Admin(store)
  ) {}

  async get(path: string): Promise<Answer<AdminApiAnswer>> {
    return await this.admin.call("GET", `/admin/stablecoin/${path}`)
  }

  /** Reads deposits, all or those of a payment. */
  async readDeposits(paymentId?: string): Promise<ListedDeposit[]> {
    const filter = paymentId ? `&payment_id=${paymentId}` : ""
    const { body } = await this.get(`deposits?limit=100${filter}`)
    expect(body.deposits).toHaveLength(body.count)
    return body.deposits as ListedDeposit[]
  }

  async readRefunds(): Promise<ListedRefund[]> {
    const { body } = await this.get("refunds?limit=100")
    return body.refunds as ListedRefund[]
  }

  /** Reads the open exceptions, oldest first, but for those about refunds due. */
  async readOpenExceptions(): Promise<DepositException[]> {
    const { body } = await this.get(
      "exceptions?status=open&limit=100&order=created_at"
    )
    const others = body.exceptions.filter(({ kind }) => kind !== "refund_due")
    return await Promise.all(
      others.map(async ({ id }) => {
        const detail = await this.get(`exceptions/${String(id)}`)
        return detail.body.exception as DepositException
      })
    )
  }

  /** Reads the only open exception other than those about refunds due. */
  async readOpenException(): Promise<DepositException> {
    const open = await this.readOpenExceptions()
    expect(open).toHaveLength(1)
    return open[0]!
  }

  /** Expects a list route to reject a query with a 400. @returns the message */
  async refusesQuery(path: string): Promise<string> {
    const { status, body } = await this.get(path)
    expect({ path, status }).toEqual({ path, status: 400 })
    expect(body.message.length).toBeGreaterThan(10)
    return body.message
  }

  /** Requests an exported file as a browser does. */
  async fetchExport(path: string): Promise<Response> {
    const cookie = await this.admin.openSession()
    const url = `${this.store.url}/admin/stablecoin/${path}`
    return await fetch(url, { headers: { cookie } })
  }

  /** Reads an exported file's rows, by heading. */
  async readExport(path: string): Promise<Record<string, string>[]> {
    const response = await this.fetchExport(path)
    expect({ path, status: response.status }).toEqual({ path, status: 200 })
    const bytes = Buffer.from(await response.arrayBuffer())
    return rowsOf(bytes.toString("utf8"))
  }

  /**
   * Expects every deposit of the store to be accounted for: each part of it is
   * allocated once, and an open exception names what is left. Each refund
   * returns its deposit, and Medusa has captured what the deposits say.
   */
  async expectConserved(): Promise<void> {
    const deposits = await this.readDeposits()
    for (const { id, amount, allocations, unallocated } of deposits) {
      const isOverdrawn = isMoreThan("0", unallocated)
      expect({ id, unallocated, isOverdrawn }).toEqual({
        id,
        unallocated: sumLeft(amount, allocations),
        isOverdrawn: false,
      })
    }

    const { body } = await this.get("exceptions?status=open&limit=100")
    const named = body.exceptions.map(({ deposit_id }) => deposit_id)
    const unnamed = deposits.filter(
      ({ id, unallocated }) =>
        isMoreThan(unallocated, "0") && !named.includes(id)
    )
    expect(unnamed).toEqual([])

    const returned = deposits.flatMap(({ id, allocations }) =>
      allocations
        .filter(({ kind }) => kind === "refund")
        .map(({ refund_id, amount }) => `${refund_id}: ${amount} of ${id}`)
    )
    const due = (await this.readRefunds())
      .filter(({ status }) => status !== "void")
      .map(({ id, amount, deposit_id }) => `${id}: ${amount} of ${deposit_id}`)
    expect(returned.sort()).toEqual(due.sort())

    const used = deposits.flatMap(({ allocations }) => allocations)
    const least = sumOf(used.filter(({ kind }) => kind === "capture"))
    // Kept money may have been captured before.
    const most = sumOf(used.filter(({ kind }) => kind !== "refund"))
    const byMedusa = await this.#keptByMedusa()
    const isWithin = !isMoreThan(least, byMedusa) && !isMoreThan(byMedusa, most)
    expect({ least, byMedusa, most, isWithin }).toMatchObject({
      isWithin: true,
    })
  }

  /** Money that Medusa has captured by our providers, and not refunded. */
  async #keptByMedusa(): Promise<string> {
    const read = async (table: "capture" | "refund"): Promise<string> =>
      sumOf(
        await this.store
          .db(table)
          .join("payment", "payment.id", `${table}.payment_id`)
          .whereNull(`${table}.deleted_at`)
          .whereLike("payment.provider_id", "pp_stablecoin%")
          .select<{ amount: string }[]>(`${table}.amount`)
      )
    return differenceOf(await read("capture"), await read("refund"))
  }
}

function sumOf(rows: readonly { amount: string }[]): string {
  return differenceOf("0", sumLeft("0", rows))
}

function sumLeft(amount: string, rows: readonly { amount: string }[]): string {
  return rows.reduce((rest, each) => differenceOf(rest, each.amount), amount)
}
