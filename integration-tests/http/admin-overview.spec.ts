import type { AdminOverviewResponse } from "../../src/http-types"
import { Admin } from "../setup/admin/admin"
import { storeTest } from "../setup/store/store"

const PATH = "/admin/stablecoin/overview"

storeTest((store) => {
  const admin = Admin.enrolled(store)

  const read = async (query = "") =>
    await admin.call<AdminOverviewResponse>("GET", `${PATH}${query}`)

  it("shows today's money, in the mode of the store's account", async () => {
    const onchain = await store.openPayment("onchain")
    const hosted = await store.openPayment("hosted", { currency: "USDC" })
    await store.openPayment("hosted")
    await store.sandbox.pay({ orderNo: onchain.id })
    await store.pay(hosted.id)

    const { status, body } = await read()
    expect(status).toBe(200)
    const { received, ...overview } = body.overview
    expect(received).toHaveLength(30)
    expect(received.at(-1)).toEqual({
      date: new Date().toISOString().slice(0, 10),
      total: "25.00",
      amounts: [
        { key: "USDC", amount: "12.50" },
        { key: "USDT", amount: "12.50" },
      ],
    })
    expect(overview).toMatchObject({
      days: 30,
      by: "currency",
      mode: "test",
      timezone: "UTC",
      groups: [
        { key: "USDC", amount: "12.50" },
        { key: "USDT", amount: "12.50" },
      ],
      fees: [
        { currency: "USDC", unreported: 1, fee: null },
        { currency: "USDT", net_amount: "12.38", fee: "0.12" },
      ],
      outcomes: { ended: 2, paid: 2 },
    })

    const live = await read("?mode=live&days=7&by=chain&timezone=Asia/Tokyo")
    expect(live.body.overview).toMatchObject({
      days: 7,
      by: "chain",
      mode: "live",
      timezone: "Asia/Tokyo",
      groups: [],
      outcomes: { ended: 0 },
    })
  })

  it("rejects a bad query", async () => {
    for (const query of [
      "?days=8",
      "?days=1e9",
      "?days=",
      "?by=rail",
      "?by=account%3B--",
      "?mode=sandbox",
      "?timezone=Atlantis/Capital",
      "?timezone=%2B02:00",
      "?timezone=",
      // In India for Node.js, in Israel for PostgreSQL.
      "?timezone=IST",
      "?timezone=UTC&timezone=UTC",
      "?currency=USDT",
    ]) {
      const { status } = await read(query)
      expect({ query, status }).toEqual({ query, status: 400 })
    }
  })
})
