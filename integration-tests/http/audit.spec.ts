import type { AdminHealthResponse } from "../../src/http-types"
import auditDepositsJob from "../../src/jobs/audit-deposits"
import type { Imbalance } from "../../src/ledger"
import { auditDepositsWorkflow } from "../../src/workflows"
import { AdminOperations } from "../setup/admin/admin-api"
import { runCli } from "../setup/commands/run-cli"
import { storeTest } from "../setup/store/store"

/** A paid order of 12.50, with its records. */
type Sale = {
  id: string
  deposit_id: string
  order_id: string
  medusa_payment_id: string
}

storeTest((store) => {
  const api = AdminOperations.enrolled(store)

  const sell = async (): Promise<Sale> => {
    const { id } = await store.buy("onchain")
    return await store
      .db("stablecoin_payment as ledger")
      .join("payment", "payment.payment_session_id", "ledger.session_id")
      .where("ledger.id", id)
      .first<Sale>(
        "ledger.id",
        "deposit_id",
        "order_id",
        "payment.id as medusa_payment_id"
      )
  }

  const refund = async (
    { medusa_payment_id }: Sale,
    amount = 5
  ): Promise<void> => {
    await api.admin.refund(medusa_payment_id, amount)
    await store.settled()
  }

  const insertDeposit = async (id: string): Promise<void> => {
    await store.db("stablecoin_deposit").insert({
      id,
      rail: "onchain",
      amount: "25.00",
      currency: "USDT",
      chain: "POLYGON",
      gateway_reference: id,
      arrived_at: new Date(),
      confirmed_at: new Date(),
    })
  }

  /** Uses money of a deposit twice, as a program with a bug would. */
  const overdraw = async ({ deposit_id }: Sale): Promise<void> => {
    await store.db("stablecoin_allocation").insert({
      id: `stall_${deposit_id}`,
      deposit_id,
      kind: "kept",
      amount: "5.00",
    })
  }

  const loseOrderTotal = async ({
    order_id,
  }: Pick<Sale, "order_id">): Promise<void> => {
    const db = store.db
    const totals = db.raw(
      `jsonb_set(totals, '{raw_current_order_total,value}', '"10"')`
    )
    await db("order_summary").where({ order_id }).update({ totals })
  }

  /** Dates all records as if they had not changed for a while. */
  const after = async (time: string): Promise<void> => {
    const db = store.db
    for (const table of [
      "stablecoin_deposit",
      "stablecoin_allocation",
      "order",
      "order_summary",
    ]) {
      await db(table).update({
        created_at: db.raw("created_at - ?::interval", [time]),
        updated_at: db.raw("updated_at - ?::interval", [time]),
      })
    }
  }

  const audit = async (input = {}): Promise<Imbalance[]> => {
    const { result } = await auditDepositsWorkflow(store.container).run({
      input,
    })
    return result.imbalances
  }

  /** The health's check, as the doctor has it too. */
  const balances = async () => {
    const { health } = await api.admin.get<AdminHealthResponse>(
      "/admin/stablecoin/health?fresh=true"
    )
    return health.checks.find(({ id }) => id === "balances")
  }

  /** Runs the job, twice. @returns the open exceptions that it is about */
  const runJob = async () => {
    await auditDepositsJob(store.container)
    await auditDepositsJob(store.container)
    const kinds = "kind[]=unbalanced&kind[]=amount_due_changed"
    const { body } = await api.get(`exceptions?status=open&${kinds}`)
    return body.exceptions
  }

  it("finds nothing in a store that sold, refunded, edited and cancelled, or waits to capture", async () => {
    await sell()
    await refund(await sell())
    const returned = await sell()
    await refund(returned, 12.5)
    // Medusa's total of its order is negative then.
    await api.admin.editOrder(returned, 0)
    const { order_id } = await sell()
    await api.admin.cancelOrder(order_id)
    await store.settled()
    await api.admin.saveSettings({ general: { capture: "manual" } })
    await sell()
    await after("1 day")
    expect(await audit()).toEqual([])
    expect(await runCli(["audit"])).toMatchObject({ code: 0 })
    expect(await balances()).toMatchObject({ status: "ok" })
    await api.admin.saveGeneral({ capture: "automatic" })
  })

  it("lists what is unbalanced by audit and health, and opens one exception about each", async () => {
    const db = store.db
    const used = await sell()
    await overdraw(used)
    const refunded = await sell()
    await refund(refunded)
    await db("stablecoin_allocation")
      .where({ deposit_id: refunded.deposit_id, kind: "refund" })
      .delete()
    const captured = await sell()
    await db("capture")
      .where({ payment_id: captured.medusa_payment_id })
      .delete()
    const left = await sell()
    await db("stablecoin_allocation")
      .where({ deposit_id: left.deposit_id })
      .delete()
    await db("capture").where({ payment_id: left.medusa_payment_id }).delete()
    await insertDeposit("stdep_unknown")
    const overpaid = await sell()
    await loseOrderTotal(overpaid)
    expect(await audit()).toEqual([])
    await after("1 day")

    const { code, out } = await runCli(["audit", "--from", "2020-01-01"])
    const check = await balances()
    const exceptions = await runJob()

    const lines = [
      `${used.deposit_id}: More of the deposit is used than arrived. Expected 12.50 USDT, found 17.50 USDT.`,
      `${refunded.deposit_id}: Its refunds are another amount than the part that is set aside for them. Expected 0.00 USDT, found 5.00 USDT.`,
      `${captured.deposit_id}: Medusa has captured another amount than the records of the deposit. Expected 12.50 USDT, found 0.00 USDT.`,
      `${left.deposit_id}: A part of the deposit is neither captured, refunded nor kept, and no other exception is about it. Expected 0.00 USDT, found 12.50 USDT.`,
      "stdep_unknown: A part of the deposit is neither captured, refunded nor kept, and no other exception is about it. Expected 0.00 USDT, found 25.00 USDT.",
      `${overpaid.order_id}: More was captured for the order than it costs, less its refunds. Expected 10.00 USD, found 12.50 USD.`,
    ]
    expect(code).toBe(1)
    expect(out.trimEnd().split("\n").sort()).toEqual(lines.toSorted())
    expect(check).toMatchObject({ status: "error", params: { count: 6 } })
    const texts = JSON.stringify(exceptions)
    expect(exceptions).toHaveLength(lines.length)
    for (const [id] of lines.map((line) => line.split(":"))) {
      expect(texts).toContain(id)
    }
    expect(await audit()).toHaveLength(5)
    expect(await audit({ to: "2020-01-01" })).toEqual([])
    expect(await runCli(["audit", "--to", "yesterday"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("--to takes a date, such as 2026-01-31."),
    })
  })

  it("names the excess of an order whose exchange was cancelled after its difference was paid, also while an exception about its stock is open", async () => {
    const sale = await sell()
    const { order_id } = sale
    const { admin } = api
    const { order } = await admin.get<{ order: { items: { id: string }[] } }>(
      `/admin/orders/${order_id}`
    )
    const items = [{ id: order.items[0]!.id, quantity: 1 }]
    await admin.post(`/admin/orders/${order_id}/fulfillments`, { items })
    const { exchange } = await admin.post<{ exchange: { id: string } }>(
      "/admin/exchanges",
      { order_id }
    )
    const path = `/admin/exchanges/${exchange.id}`
    await admin.post(`${path}/inbound/items`, { items })
    const { variant_id } = store.seeded
    await admin.post(`${path}/outbound/items`, {
      items: [{ variant_id, quantity: 2 }],
    })
    await admin.post(`${path}/request`, {})
    await store.later()
    // Medusa reserves nothing for an exchange without a shipping method.
    expect(await store.openExceptions()).toEqual([])
    const { payment_collection_id } = await store
      .db("order_payment_collection")
      .where({ order_id })
      .orderBy("created_at", "desc")
      .first("payment_collection_id")
    const { data } = await store.startSession(
      { payment_collection_id },
      "onchain"
    )
    expect(data).toMatchObject({ amount: "10.00" })
    await store.pay(String(data.payment_id))
    await store.stablecoin.exceptions.open(sale.id, {
      kind: "order_incomplete",
      key: `${sale.id}:order_incomplete`,
      details: { status: "paid" },
    })

    await admin.post(`${path}/cancel`, {})
    await after("1 day")

    expect(await runJob()).toMatchObject([
      { kind: "amount_due_changed", details: { excess: "10.00" } },
    ])
    expect(await audit()).toEqual([])
  })

  it("resolves an exception once its money is accounted for, and opens none again that the merchant has closed", async () => {
    const db = store.db
    const [used, overpaid] = [await sell(), await sell()]
    await overdraw(used)
    await loseOrderTotal(overpaid)
    await insertDeposit("stdep_unknown")
    await after("1 day")
    const opened = await runJob()
    expect(opened).toHaveLength(3)
    const idOf = (by: object) =>
      String(
        opened.find((each) => expect.objectContaining(by).asymmetricMatch(each))
          ?.id
      )

    await db("stablecoin_allocation").where({ kind: "kept" }).delete()
    const excess = idOf({ payment_id: overpaid.id })
    const kept = { action: "close" }
    expect((await api.resolve(excess, kept)).status).toBe(200)
    const unknown = idOf({ deposit_id: "stdep_unknown" })
    const back = { action: "refund" }
    expect((await api.resolve(unknown, back)).status).toBe(200)

    expect(await runJob()).toEqual([])
    expect(await audit()).toEqual([])
    const { body } = await api.get(
      `exceptions/${idOf({ deposit_id: used.deposit_id })}`
    )
    expect(body.exception).toMatchObject({
      status: "resolved",
      note: "Resolved automatically: its money is accounted for again",
    })
  })

  it("captures a payment that nothing settled any more, once the merchant retries", async () => {
    const db = store.db
    const { id, deposit_id, medusa_payment_id } = await sell()
    await db("stablecoin_allocation").where({ deposit_id }).delete()
    await db("stablecoin_deposit")
      .where({ id: deposit_id })
      .update({ allocated: "0" })
    await after("1 day")
    const [exception] = await runJob()

    const again = { action: "retry" }
    await api.mustResolve(String(exception?.id), again)
    await store.settled()
    expect(exception).toMatchObject({ payment_id: id, deposit_id })
    expect(
      await db("capture").where({ payment_id: medusa_payment_id })
    ).toHaveLength(1)
    await after("1 day")
    expect(await runJob()).toEqual([])
  })
})
