import type { Rail } from "../../src/ledger"
import { AdminOperations } from "../setup/admin/admin-api"
import { storeTest } from "../setup/store/store"

const ADDRESS = `0x${"A1".repeat(20)}`
const HASH = `0x${"b2".repeat(32)}`

storeTest((store) => {
  const api = AdminOperations.enrolled(store)

  /**
   * Refunds a paid order as the admin's page does. @returns the refunds due
   * for it, in order
   */
  const refunded = async (rail: Rail, ...amounts: number[]) => {
    const bought = await store.buy(rail)
    const { id } = bought
    const medusa_payment_id = await store.medusaPaymentId(bought)
    for (const amount of amounts) {
      await api.admin.refund(medusa_payment_id, amount)
    }
    const { body } = await api.get(`refunds?payment_id=${id}&order=created_at`)
    const due = body.refunds as { id: string }[]
    // The note in Medusa, and the buyer.
    expect(due).toMatchObject(
      amounts.map(() => ({
        reason: "Broken on arrival.",
        customer: { email: expect.stringContaining("@") },
      }))
    )
    return { id, due, medusa_payment_id }
  }

  it("sets the address of a refund due, marks it as sent, and closes its exception, which names it", async () => {
    const { id, due } = await refunded("onchain", 5, 7.5)
    const [first, second] = due as [(typeof due)[number], (typeof due)[number]]
    for (const [index, amount] of ["5.00", "7.50"].entries()) {
      const { body } = await api.get(`refunds/${due[index]!.id}`)
      const own = `exceptions/${String(body.refund.due_exception_id)}`
      expect((await api.get(own)).body.exception).toMatchObject({
        kind: "refund_due",
        details: { refund_id: due[index]!.id },
        refund: { amount, currency: "USDT", status: "due" },
      })
    }
    const other = await refunded("hosted", 1)

    const updated = await api.post(`refunds/${first.id}`, {
      refund_to: ADDRESS,
    })
    expect(updated).toMatchObject({
      status: 200,
      body: { refund: { status: "due", refund_to: ADDRESS } },
    })
    const sent = await api.post(`refunds/${first.id}/sent`, { tx_hash: HASH })
    expect(sent).toMatchObject({
      status: 200,
      body: {
        refund: {
          id: first.id,
          payment_id: id,
          amount: "5.00",
          // Its transfer is not on any explorer.
          payment: {
            mode: "test",
            proof_status: null,
            deposit_id: expect.stringMatching(/^stdep_/),
          },
          deposit: { sender: null },
          status: "sent",
          refund_to: ADDRESS,
          tx_hash: HASH,
          sent_by: expect.stringMatching(/^user_/),
          sent_at: expect.any(String),
        },
      },
    })
    expect((await api.get(`refunds/${first.id}`)).body).toEqual(sent.body)
    const { body } = await api.get(
      `exceptions?kind=refund_due&payment_id=${id}`
    )
    expect(body.exceptions).toMatchObject([
      { status: "open", refund: { amount: "7.50", status: "due" } },
      { status: "resolved", refund: { amount: "5.00", status: "sent" } },
    ])

    await api.refuses(
      `refunds/${second.id}/sent`,
      { tx_hash: HASH.toUpperCase().replace("0X", "0x") },
      409,
      `another refund already: ${first.id} of 5.00 USDT`
    )
    const both = { tx_hash: HASH, shared_transfer: true }
    expect(await api.post(`refunds/${second.id}/sent`, both)).toMatchObject({
      status: 200,
      body: { refund: { status: "sent", tx_hash: HASH } },
    })

    const byHand = await api.post(`refunds/${other.due[0]!.id}/sent`, {
      tx_hash: "Transfer 4711",
      refund_to: "ada@example.com",
    })
    expect(byHand.body.refund).toMatchObject({
      chain: null,
      tx_hash: "Transfer 4711",
      refund_to: "ada@example.com",
    })
  })

  it("rejects invalid input and changes nothing", async () => {
    const { due, medusa_payment_id } = await refunded("onchain", 5, 2)
    const hosted = await refunded("hosted", 5)
    const [refund, taken] = due.map(({ id }) => `refunds/${id}`) as [
      string,
      string,
    ]
    const byHand = `refunds/${hosted.due[0]!.id}`
    await store
      .db("stablecoin_refund")
      .where({ id: due[1]!.id })
      .update({ status: "void" })

    const refusals: [string, unknown, number, string][] = [
      [`${refund}/sent`, {}, 400, "tx_hash"],
      [`${refund}/sent`, { tx_hash: "" }, 400, "64 hexadecimal digits"],
      [`${refund}/sent`, { tx_hash: 1 }, 400, "tx_hash"],
      [`${refund}/sent`, { tx_hash: HASH, status: "void" }, 400, "status"],
      [
        `${refund}/sent`,
        { tx_hash: HASH, refund_to: "0x1" },
        400,
        "40 hexadecimal digits",
      ],
      [refund, { refund_to: "ada@example.com" }, 400, "40 hexadecimal"],
      [refund, {}, 400, "refund_to"],
      [refund, { refund_to: "" }, 400, "40 hexadecimal"],
      [byHand, { refund_to: " a " }, 400, "3 to 200 characters"],
      [taken, { refund_to: ADDRESS }, 409, "void"],
      [`${taken}/sent`, { tx_hash: HASH }, 409, "void"],
      ["refunds/stref_none", { refund_to: ADDRESS }, 404, "no refund"],
      ["refunds/stref_none/sent", { tx_hash: HASH }, 404, "no refund"],
    ]
    for (const [path, body, status, words] of refusals) {
      await api.refuses(path, body, status, words)
    }

    // Medusa can't refund more than was paid either.
    const { status } = await api.admin.call(
      "POST",
      `/admin/payments/${medusa_payment_id}/refund`,
      { amount: 12.5 }
    )
    expect(status).toBe(400)
    expect((await api.get("refunds")).body.count).toBe(3)
  })
})
