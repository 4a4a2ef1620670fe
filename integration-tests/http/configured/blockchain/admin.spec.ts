import type {
  AdminPaymentResponse,
  AdminRefundsResponse,
} from "../../../../src/http-types"
import { AdminOperations } from "../../../setup/admin/admin-api"
import { blockchainTest, readChains } from "../../../setup/store/on-chain"
import {
  openPayment,
  type OpenPayment,
} from "../../../setup/store/open-payment"
import { medusaPaymentId } from "../../../setup/store/medusa-payment"

const CHAIN = "POLYGON"

blockchainTest((store) => {
  const api = AdminOperations.enrolled(store)
  const start = async (chain = CHAIN): Promise<OpenPayment> =>
    await openPayment(store, "onchain", { chain, currency: "USDT" })
  const paid = async (chain?: string): Promise<OpenPayment> => {
    const payment = await start(chain)
    await store.sandbox.pay({ orderNo: payment.id })
    await readChains(store)
    return payment
  }
  const read = async ({ id }: OpenPayment): Promise<AdminPaymentResponse> =>
    (
      await api.admin.call<AdminPaymentResponse>(
        "GET",
        `/admin/stablecoin/payments/${id}`
      )
    ).body
  const listed = async (query: string): Promise<unknown[]> =>
    (await api.get(`payments?${query}`)).body.payments.map(({ id }) => id)

  it("shows the proof, its sender and block, and the timeline with both", async () => {
    const { payment, facts } = await read(await paid())
    const sender = store.sandbox.walletAddress.toLowerCase()
    expect(payment).toMatchObject({
      proof_status: "proven",
      proof_mode: "observe",
      is_held: false,
      proof: {
        tx_hash: payment.tx_hash,
        sender,
        block_number: expect.any(Number),
        block_time: expect.any(String),
        is_final: true,
      },
    })
    expect(facts.at(-1)).toMatchObject({
      kind: "proof",
      source: "chain",
      money: null,
      proof: { status: "proven", sender, found_instead: null },
      transfer: null,
    })
  })

  it("shows the address that paid with a refund to send", async () => {
    const payment = await paid()
    const id = await medusaPaymentId(store, payment)
    await api.admin.post(`/admin/payments/${id}/refund`, { amount: 12.5 })
    const body = await api.admin.get<AdminRefundsResponse>(
      "/admin/stablecoin/refunds"
    )
    expect(body.refunds).toMatchObject([
      {
        status: "due",
        deposit: { sender: store.sandbox.walletAddress.toLowerCase() },
      },
    ])
  })

  it("filters payments by the network's answer", async () => {
    const proven = await paid()
    store.sandbox.chain(CHAIN).setFinality(5)
    const found = await paid()
    store.sandbox.fault({ kind: "unchecked_confirmation" })
    const lie = await start()
    await store.sandbox.pay({ orderNo: lie.id }, { amount: "0.01" })
    await readChains(store)
    const unread = await paid("ETH")
    await start()
    await openPayment(store, "hosted")

    for (const [query, ids] of [
      ["proof_status=proven", [proven.id]],
      ["proof_status=none", [unread.id]],
      ["proof_status=found", [found.id]],
      ["proof_status=contradicted", [lie.id]],
      ["proof_status=not_found", []],
      [
        "proof_status[]=contradicted&proof_status[]=found&order=created_at",
        [found.id, lie.id],
      ],
      [
        "proof_status[]=none&proof_status[]=found&order=-paid_at&status=paid",
        [unread.id, found.id],
      ],
      ["proof_status=proven&status=pending", []],
      ["proof_status=none&rail=hosted", []],
      ["proof_status=contradicted&chain=ETH", []],
      [`proof_status=proven&id=${proven.id}`, [proven.id]],
      [`proof_status=proven&id=${found.id}`, []],
    ] as const) {
      expect({ query, ids: await listed(query) }).toEqual({ query, ids })
    }
    expect(await api.refusesQuery("payments?proof_status=true")).toContain(
      "not_found, found, contradicted, proven, none"
    )
  })

  it("exports the status, the sender and the block", async () => {
    const { payment } = await read(await paid())
    await paid("ETH")
    const response = await fetch(
      `${store.url}/admin/stablecoin/payments/export?order=created_at`,
      { headers: { cookie: await api.admin.openSession() } }
    )
    const [headings = [], ...rows] = (await response.text())
      .trim()
      .split("\r\n")
      .map((line) => line.split(","))
    const first = headings.indexOf("proof_status")
    expect(
      [headings, ...rows].map((cells) => cells.slice(first, first + 3))
    ).toEqual([
      ["proof_status", "sender", "block_number"],
      ["proven", payment.proof?.sender, String(payment.proof?.block_number)],
      ["", "", ""],
    ])
  })

  it("says where the payment's network is not read, and others are", async () => {
    const payment = await paid("ETH")
    expect((await read(payment)).payment).toMatchObject({
      proof_status: null,
      proof: null,
      proof_mode: "no_endpoint",
      is_held: false,
    })
  })
})
