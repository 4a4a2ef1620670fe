import { Modules } from "@medusajs/framework/utils"
import type { ExceptionName } from "../../src/ledger"
import { problemOf } from "../../src/ledger/__tests__/samples"
import { AdminOperations } from "../setup/admin/admin-api"
import { storeTest } from "../setup/store/store"

const ADDRESS = `0x${"a1".repeat(20)}`
const HASH = `0x${"b2".repeat(32)}`

storeTest((store) => {
  const api = AdminOperations.enrolled(store)

  /** A payment for which the gateway reported another amount. */
  const mismatched = async (rail: "hosted" | "onchain", amount: number) => {
    const open = await store.openPayment(rail)
    await store.report(open, { amount })
    const exception = await api.readOpenException()
    return { id: open.id, exception: exception.id }
  }

  const openException = async (
    payment_id: string | null,
    name: ExceptionName
  ) => {
    const { payments, exceptions } = store.stablecoin
    const payment = payment_id && (await payments.find({ id: payment_id }))
    const [opened] = await exceptions.open(payment_id, {
      deposit_id: payment ? payment.deposit_id : null,
      ...problemOf(name),
      key: `${payment_id}:${name}`,
      details: {},
    })
    return opened!.id
  }

  it("resolves an exception once, with a refund due in the received coin", async () => {
    const { id, exception } = await mismatched("onchain", 1)
    const me = await api.admin.get<{ user: { id: string } }>("/admin/users/me")

    const { status, body } = await api.resolve(exception, {
      action: "refund",
      note: "A typing error.",
      refund: { refund_to: ADDRESS },
    })

    expect({ status, body }).toMatchObject({
      status: 200,
      body: {
        exception: {
          id: exception,
          status: "resolved",
          resolution: "refund",
          note: "A typing error.",
          resolved_by: me.user.id,
          resolved_at: expect.any(String),
        },
        refund: {
          payment_id: id,
          exception_id: exception,
          amount: "1.00",
          currency: "USDT",
          chain: "POLYGON",
          status: "due",
          refund_to: ADDRESS,
          refund_to_by: me.user.id,
        },
      },
    })
    expect(await store.openExceptions()).toEqual(["refund_due"])
    await api.refuses(
      `exceptions/${exception}/resolve`,
      { action: "refund", note: "Again." },
      409,
      "already resolved"
    )

    // A refund is counted once, and listed as a refund.
    const { body: listed } = await api.get("exceptions")
    expect(listed.exceptions.map(({ id }) => id)).toEqual([exception])
    expect((await api.get("summary")).body).toMatchObject({
      summary: { open_exceptions: 0, refunds_due: 1 },
    })

    const { body: due } = await api.get("exceptions?kind=refund_due")
    await api.refuses(
      `exceptions/${String(due.exceptions[0]?.id)}/resolve`,
      { action: "close", note: "Sent it." },
      409,
      `refund ${String(body.refund.id)} is still due`
    )

    // The refund was for other money than the payment's own, which may still
    // arrive and is captured.
    await store.pay(id)
    const cart = await store.stablecoin.payments.find({ id })
    expect(cart).toMatchObject({
      status: "paid",
      order_id: expect.anything(),
    })
  })

  it("resolves only after a running settle, which might capture the refunded money", async () => {
    const settling = await store.openPayment("onchain")
    const other = await store.openPayment("onchain")
    const exceptions = [settling, other].map(({ id }) =>
      openException(id, "unknown_at_gateway")
    )
    const [exception_id, control] = await Promise.all(exceptions)
    const answer = (id: string | undefined) =>
      api.resolve(String(id), {
        action: "close",
        note: "Nothing arrived.",
      })

    let answering: ReturnType<typeof answer> | undefined
    await store.container
      .resolve(Modules.LOCKING)
      .execute(
        [`stablecoin:${settling.cart.payment_collection_id}`],
        async () => {
          answering = answer(exception_id)
          // Starts later and takes the same path, so a request that doesn't
          // wait for the lock would be done too.
          expect((await answer(control)).status).toBe(200)
          const { body } = await api.get(`exceptions/${exception_id}`)
          expect(body.exception).toMatchObject({ status: "open" })
        }
      )

    expect(await answering).toMatchObject({
      status: 200,
      body: { exception: { status: "resolved" } },
    })
  })

  it("rejects invalid input and changes nothing", async () => {
    const { id, exception } = await mismatched("onchain", 1)
    const unpaid = await openException(id, "unknown_at_gateway")
    const unassigned = await openException(null, "webhook_problem.unreadable")
    const paid = await store.buy("hosted")
    const gone = await openException(paid.id, "cart_changed.gone")
    const close = { action: "close", note: "Done." }
    const retry = { ...close, action: "retry" }
    const refund = (refund: object) => ({
      ...close,
      action: "refund",
      refund,
    })
    const sent = (sent: object) => ({ ...close, sent })
    const refusals: [string, unknown, number, string | RegExp][] = [
      ["stexc_none", close, 404, "There is no exception stexc_none"],
      [
        exception,
        {},
        400,
        "action must be one of retry, refund, assign, close",
      ],
      [exception, { note: "Done." }, 400, "action must be one of"],
      [exception, { ...close, action: "lose" }, 400, "action must be one of"],
      [exception, { ...close, note: undefined }, 400, "note"],
      [exception, { ...close, note: "  " }, 400, /small|note/],
      [exception, { ...close, note: 1 }, 400, "note"],
      [exception, { ...close, by: "me" }, 400, "by"],
      [exception, { ...close, refund: {} }, 400, "refund"],
      [exception, { ...retry, sent: { tx_hash: HASH } }, 400, "sent"],
      [exception, refund({ amount: "1.01" }), 400, "at most 1.00"],
      [exception, refund({ amount: "0" }), 400, "more than 0"],
      [exception, refund({ amount: "-1" }), 400, "decimal"],
      [exception, refund({ amount: "0.001" }), 400, "decimal"],
      [exception, refund({ amount: 1 }), 400, "amount"],
      [exception, refund({ to: ADDRESS }), 400, "to"],
      [exception, refund({ tx_hash: HASH }), 400, "tx_hash"],
      [exception, refund({ refund_to: "0x1" }), 400, "address"],
      [exception, sent({}), 400, "tx_hash"],
      [exception, sent({ tx_hash: "0x1" }), 400, "transaction hash"],
      [exception, sent({ tx_hash: HASH, amount: "1.01" }), 400, "at most 1"],
      [exception, sent({ tx_hash: HASH, refund_to: "0x1" }), 400, "address"],
      [exception, retry, 400, "can't be tried again"],
      [gone, refund({ amount: "12.51" }), 400, "at most 12.50"],
      [unpaid, refund({}), 400, "Enter the amount that you found"],
      [unpaid, sent({ tx_hash: HASH }), 400, "Enter the amount that you found"],
      [unpaid, refund({ amount: "11.51" }), 400, "at most 11.50"],
      [unassigned, refund({ amount: "1" }), 400, "nothing to send back"],
      [unassigned, retry, 400, "can't be tried again"],
    ]
    for (const [exception_id, body, status, message] of refusals) {
      await api.refusesToResolve(exception_id, body as object, status, message)
    }
    const blind = { ...close, kept: "A reason." }
    const path = `exceptions/${exception}/resolve`
    await api.refuses(path, blind, 400, "repeat held.amount")
    await api.refuses(
      path,
      { ...blind, held: "0.50" },
      409,
      "1.00 USDT is left"
    )
    await api.refuses(path, { ...close, held: "1.00" }, 409, "can't be closed")
  })
})
