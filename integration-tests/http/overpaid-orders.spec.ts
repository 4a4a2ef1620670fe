import { waitFor } from "../../tools/harness/wait-for"
import type {} from "../../src/http-types"
import { type Rail } from "../../src/ledger"
import { AdminOperations } from "../setup/admin/admin-api"
import { storeTest } from "../setup/store/store"
import type { PlacedOrder } from "../setup/store/test-store"

/** Prices of one, two and three pieces, with shipping. */
const [ONE, TWO, THREE] = [1, 2, 3]

storeTest((store) => {
  const general = { checkout_flow: "order_first" }
  const api = AdminOperations.enrolled(store, general)
  const { admin } = api

  /** The order's payment collections, oldest first. */
  const collections = async ({ order_id }: PlacedOrder): Promise<string[]> =>
    await store
      .db("order_payment_collection as link")
      .join(
        "payment_collection as collection",
        "collection.id",
        "link.payment_collection_id"
      )
      .where({ order_id, "link.deleted_at": null })
      .orderBy("collection.created_at")
      .pluck("collection.id")

  const offered = async (id: string) => {
    const body = await store.readOptions({ payment_collection_id: id })
    return { total: body.total, options: body.options.length }
  }

  const tryStart = async (rail: Rail, id: string) =>
    await store.tryStartSession({ payment_collection_id: id }, rail)

  /** Starts a payment of a collection. @returns its id and amount */
  const start = async (rail: Rail, id: string) => {
    const { data } = await store.startSession(
      { payment_collection_id: id },
      rail
    )
    return { id: String(data.payment_id), amount: data.amount }
  }

  const edit = async (placed: PlacedOrder, quantity: number) => {
    await admin.editOrder(placed, quantity)
    await store.later()
  }

  /** Order of 12.50 that was edited to 32.50 while its buyer paid 12.50. */
  const placePaidInPart = async (rail: Rail) => {
    const placed = await store.placeOrder(rail)
    await edit(placed, THREE)
    await store.pay(placed.id)
    return placed
  }

  /** Money that the order's payments captured and did not refund. */
  const captured = async (placed: PlacedOrder): Promise<number> => {
    const { rows } = await store.db.raw<{ rows: { sum: number }[] }>(
      `SELECT CAST(COALESCE(SUM(amount), 0) AS double precision) AS sum FROM (
           SELECT capture.amount FROM capture JOIN payment ON payment.id = payment_id
           WHERE payment_collection_id = ANY(:of) AND capture.deleted_at IS NULL
           UNION ALL
           SELECT -refund.amount FROM refund JOIN payment ON payment.id = payment_id
           WHERE payment_collection_id = ANY(:of) AND refund.deleted_at IS NULL
         ) AS moved`,
      { of: await collections(placed) }
    )
    return rows[0]!.sum
  }

  const open = async () => await api.readOpenExceptions()

  const expectNothingDue = async (rail: Rail, placed: PlacedOrder) => {
    for (const id of await collections(placed)) {
      expect(await offered(id)).toEqual({ total: "0.00", options: 0 })
      expect(await tryStart(rail, id)).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining("paid already") },
      })
    }
  }

  describe("an order that its buyer paid in part", () => {
    it("and that was edited down asks for the rest of the order, not of its first collection", async () => {
      const placed = await placePaidInPart("onchain")

      await edit(placed, TWO)

      for (const id of await collections(placed)) {
        expect(await offered(id)).toMatchObject({ total: "10.00" })
      }
      const [first = ""] = await collections(placed)
      const rest = await start("onchain", first)
      expect(rest.amount).toBe("10.00")
      await store.pay(rest.id)
      await store.later()
      expect(await captured(placed)).toBe(22.5)
      await expectNothingDue("onchain", placed)
      expect(await open()).toEqual([])
    })
  })

  it.each([
    ["onchain", "cancelled"],
    ["hosted", "abandoned"],
  ] as const)(
    "a payment that is open when nothing is due for its order any more ends, the order stands, and later money is not captured, %s, %s",
    async (rail, status) => {
      const placed = await placePaidInPart(rail)
      const [first = ""] = await collections(placed)
      const rest = await start(rail, first)

      await edit(placed, ONE)

      expect(await store.readPayment(rest.id)).toMatchObject({ status })
      expect(await captured(placed)).toBe(12.5)
      expect(
        await store.db("order").where({ id: placed.order_id }).first()
      ).toMatchObject({ status: "pending", canceled_at: null })
      await expectNothingDue(rail, placed)
      expect(await open()).toEqual([])

      if (rail === "hosted") {
        // Its page may still be paid.
        await store.pay(rest.id)
        await store.later()
        expect(await captured(placed)).toBe(12.5)
        expect(await open()).toMatchObject([
          {
            kind: "already_covered",
            payment_id: rest.id,
            held: { amount: "20.00", confirmed: true },
          },
        ])
      }
    }
  )

  it("a paid order that was edited up and then below asks for nothing, and its exception stays until the money is returned", async () => {
    const placed = await store.placeOrder("onchain")
    await edit(placed, TWO)
    const rest = await start("onchain", (await collections(placed))[0] ?? "")
    expect(rest.amount).toBe("22.50")
    await store.pay(rest.id)
    await edit(placed, THREE)
    expect(await collections(placed)).toHaveLength(2)

    await edit(placed, ONE)

    await expectNothingDue("onchain", placed)
    await store.later()
    expect(await open()).toMatchObject([
      {
        kind: "amount_due_changed",
        payment_id: rest.id,
        details: { excess: "10.00" },
        held: { amount: "10.00", confirmed: true },
      },
    ])

    const payment = await store
      .db("payment")
      .whereIn("payment_collection_id", await collections(placed))
      .whereNotNull("captured_at")
      .first("id")
    await admin.refund(payment.id, 10)

    await waitFor("the exception to close", async () => {
      const kinds = (await open()).map(({ kind }) => kind)
      return !kinds.includes("amount_due_changed")
    })
    await expectNothingDue("onchain", placed)
  })

  it("an excess that the merchant keeps is not shown to the buyer as paid for the order", async () => {
    const placed = await store.placeOrder("onchain")
    await edit(placed, TWO)
    const rest = await start("onchain", (await collections(placed))[0] ?? "")
    await store.pay(rest.id)
    await edit(placed, ONE)
    const [excess] = await open()
    const kept = { action: "close", kept: "A credit." } as const
    await api.mustResolve(excess!.id, kept)
    const { payments } = await store.readShownPayments(placed.order_id)
    expect(payments[0]).toMatchObject({ paid: { amount: "12.50" } })
  })

  it("a rest that the merchant was paid in another way closes its exception", async () => {
    const placed = await placePaidInPart("onchain")
    await edit(placed, TWO)
    const [, rest = ""] = await collections(placed)
    expect(await open()).toMatchObject([
      { details: { total: "22.50", taken: "12.50" } },
    ])

    await admin.post(`/admin/payment-collections/${rest}/mark-as-paid`, {
      order_id: placed.order_id,
    })

    await waitFor("the exception to close", async () => {
      return (await open()).length === 0
    })
    await expectNothingDue("onchain", placed)
  })
})
