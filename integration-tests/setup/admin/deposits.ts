import type { AdminExceptionDetail, AdminRefund } from "../../../src/http-types"
import { differenceOf, isMoreThan } from "../../../src/ledger"
import { databaseOf } from "../store/ledger"
import type { TestStore } from "../store/store"
import type { AdminOperations } from "./admin-api"

/** A deposit as `GET /admin/stablecoin/deposits` returns it. */
export type ListedDeposit = {
  id: string
  payment_id: string | null
  amount: string
  tx_hash: string | null
  unallocated: string
  allocations: {
    kind: "capture" | "refund" | "kept"
    amount: string
    refund_id: string | null
    order_id: string | null
    reason: string | null
  }[]
}

/** A refund with the deposit that it returns. */
export type ListedRefund = AdminRefund & {
  deposit_id: string
  deposit?: { sender: string | null }
}

/** An open exception with the deposit that it is about. */
export type DepositException = AdminExceptionDetail & { deposit_id: string }

/** Reads deposits, all or those of a payment. */
export async function readDeposits(
  api: AdminOperations,
  paymentId?: string
): Promise<ListedDeposit[]> {
  const filter = paymentId ? `&payment_id=${paymentId}` : ""
  const path = `/admin/stablecoin/deposits?limit=100${filter}`
  const { status, body } = await api.admin.call<{
    deposits: ListedDeposit[]
    count: number
  }>("GET", path)
  expect({ path, status }).toEqual({ path, status: 200 })
  expect(body.deposits).toHaveLength(body.count)
  return body.deposits
}

export async function readRefunds(
  api: AdminOperations
): Promise<ListedRefund[]> {
  const { body } = await api.get("refunds?limit=100")
  return body.refunds as ListedRefund[]
}

/** Reads the open exceptions, oldest first, but for those about refunds due. */
export async function readOpenExceptions(
  api: AdminOperations
): Promise<DepositException[]> {
  const { body } = await api.get(
    "exceptions?status=open&limit=100&order=created_at"
  )
  const others = body.exceptions.filter(({ kind }) => kind !== "refund_due")
  return await Promise.all(
    others.map(async ({ id }) => {
      const detail = await api.get(`exceptions/${String(id)}`)
      return detail.body.exception as DepositException
    })
  )
}

/** Reads the only open exception other than those about refunds due. */
export async function readOpenException(
  api: AdminOperations
): Promise<DepositException> {
  const open = await readOpenExceptions(api)
  expect(open).toHaveLength(1)
  return open[0]!
}

/**
 * Expects every deposit of the store to be accounted for: each part of it is
 * allocated once, and an open exception names what is left. Each refund returns
 * its deposit, and Medusa has captured what the deposits say.
 */
export async function expectConserved(
  store: TestStore,
  api: AdminOperations
): Promise<void> {
  const deposits = await readDeposits(api)
  for (const { id, amount, allocations, unallocated } of deposits) {
    expect({ id, unallocated }).toEqual({
      id,
      unallocated: sumLeft(amount, allocations),
    })
    expect({ id, isOverdrawn: isMoreThan("0", unallocated) }).toEqual({
      id,
      isOverdrawn: false,
    })
  }

  const { body } = await api.get("exceptions?status=open&limit=100")
  const named = body.exceptions.map(({ deposit_id }) => deposit_id)
  const unnamed = deposits.filter(
    ({ id, unallocated }) => isMoreThan(unallocated, "0") && !named.includes(id)
  )
  expect(unnamed).toEqual([])

  const allocations = deposits.flatMap((deposit) =>
    deposit.allocations.map((each) => ({ ...each, deposit_id: deposit.id }))
  )
  const refunded = allocations.filter(({ kind }) => kind === "refund")
  const refunds = await readRefunds(api)
  const standing = refunds.filter(({ status }) => status !== "void")
  expect(refunded.map(returned).sort()).toEqual(standing.map(whole).sort())

  const captured = allocations.filter(({ kind }) => kind === "capture")
  const byMedusa = await keptByMedusa(store)
  const least = sumOf(captured)
  // Kept money may have been captured before.
  const kept = allocations.filter(({ kind }) => kind === "kept")
  const most = sumOf([...captured, ...kept])
  const isWithin = !isMoreThan(least, byMedusa) && !isMoreThan(byMedusa, most)
  expect({ least, byMedusa, most, isWithin }).toMatchObject({ isWithin: true })
}

function returned({
  refund_id,
  deposit_id,
  amount,
}: {
  refund_id: string | null
  deposit_id: string
  amount: string
}): string {
  return `${refund_id}: ${amount} of ${deposit_id}`
}

function whole({ id, deposit_id, amount }: ListedRefund): string {
  return returned({ refund_id: id, deposit_id, amount })
}

/** Money that Medusa has captured by our providers, and not refunded. */
async function keptByMedusa(store: TestStore): Promise<string> {
  const read = async (table: "capture" | "refund"): Promise<string> =>
    sumOf(
      await databaseOf(store)(table)
        .join("payment", "payment.id", `${table}.payment_id`)
        .whereNull(`${table}.deleted_at`)
        .whereLike("payment.provider_id", "pp_stablecoin%")
        .select<{ amount: string }[]>(`${table}.amount`)
    )
  return differenceOf(await read("capture"), await read("refund"))
}

function sumOf(rows: readonly { amount: string }[]): string {
  return differenceOf("0", sumLeft("0", rows))
}

function sumLeft(amount: string, rows: readonly { amount: string }[]): string {
  return rows.reduce((rest, each) => differenceOf(rest, each.amount), amount)
}
