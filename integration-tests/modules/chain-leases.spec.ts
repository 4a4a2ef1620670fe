import { ChainClients } from "../../src/modules/stablecoin/blockchain/chain-clients"
import { Watch } from "../../src/modules/stablecoin/blockchain/watch"
import { repositoryOf } from "../../src/modules/stablecoin/repository"
import { resolveSettings } from "../../src/modules/stablecoin/settings/settings"
import { createSandbox, type Sandbox } from "../../packages/sandbox/src"
import { ledgerTest, pendingPayment } from "../setup/module/test-ledger"

ledgerTest((ledger) => {
  const running: { sandbox?: Sandbox } = {}

  beforeAll(async () => {
    running.sandbox = await createSandbox()
  })
  afterAll(async () => {
    await running.sandbox?.close()
  })

  /** The watch of a process with these endpoints. */
  function watchOf(rpcUrls: object): Watch {
    const resolved = resolveSettings({ blockchain: { rpcUrls } }, "")
    const settings = { recent: async () => resolved }
    return new Watch({
      repository: repositoryOf(ledger.db),
      settings,
      clients: new ChainClients(settings),
    })
  }
  const watch = () =>
    watchOf({ POLYGON: `${running.sandbox?.urls.rpc}/POLYGON` })

  /** Claims the chain, which no process may be reading. */
  async function claim() {
    const claimed = await watch().claim()
    expect(claimed).toMatchObject([{ cursor: { chain: "POLYGON" } }])
    return claimed[0]!
  }

  it("a chain is read by one process at a time", async () => {
    const claims = await Promise.all([1, 2, 3].map(() => watch().claim()))
    expect(claims.flat()).toHaveLength(1)

    expect(await watch().read(claims.flat()[0]!)).toBeNull()
    await claim()
  })

  it("a chain whose pass fails in the database is read by the next pass, not minutes later", async () => {
    const { sandbox } = running
    await pendingPayment(ledger, { id: "stpay_1" })
    await watch().read(await claim())
    sandbox!.chain("POLYGON").mine()
    const failing = await claim()
    await ledger.db.raw(
      "ALTER TABLE stablecoin_payment RENAME TO hidden_by_test"
    )
    try {
      await expect(watch().read(failing)).rejects.toThrow(/42P01/)
    } finally {
      await ledger.db.raw(
        "ALTER TABLE hidden_by_test RENAME TO stablecoin_payment"
      )
    }

    const { cursor } = await claim()
    expect(cursor.next_block).toBe(failing.cursor.next_block)
  })

  it("a chain that starts again at block 0 is read again, and reported until it is read to the end", async () => {
    const { sandbox } = running
    const anHourAgo = new Date(Date.now() - 3_600_000)
    await watch().read(await claim())
    await ledger.db("stablecoin_chain").update({
      next_block: 1_000_000,
      moved_at: anHourAgo,
      complete_at: anHourAgo,
    })
    const since = new Date(anHourAgo.getTime() + 1)
    const incomplete = [{ chain: "POLYGON", complete_at: anHourAgo }]
    expect(await watch().listIncomplete(since)).toEqual(incomplete)

    expect(await watch().read(await claim())).toMatchObject({
      message: expect.stringContaining("read again from the oldest"),
    })
    expect(await watch().listIncomplete(since)).toEqual(incomplete)
    const again = await claim()
    expect(again.cursor.next_block).toBeNull()
    expect(again.cursor.moved_at.getTime()).toBeGreaterThan(since.getTime())

    expect(await watch().read(again)).toBeNull()
    expect(await watch().listIncomplete(since)).toEqual([])
    const { cursor } = await claim()
    expect(cursor.next_block).toBe(sandbox!.chain("POLYGON").head.block + 1)
  })

  it("a chain whose endpoint was removed meanwhile is free at once when it gets another", async () => {
    expect(await watchOf({}).read(await claim())).toBeNull()
    await claim()
  })
})
