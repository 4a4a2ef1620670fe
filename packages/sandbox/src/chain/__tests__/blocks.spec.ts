import type { TransferInput } from "../receipts"
import { MemoryChain } from "../memory-chain"

const on = { chain: "POLYGON", currency: "USDT" } as const

describe("the blocks of a chain", () => {
  let chain: MemoryChain
  let now: number
  let transfer: TransferInput

  beforeEach(async () => {
    now = 1_700_000_000_000
    chain = new MemoryChain({ finality: { POLYGON: 3 }, now: () => now })
    const from = await chain.createAccount()
    const to = await chain.createAccount()
    await chain.faucet({ ...on, to: from, amount: "100" })
    transfer = { ...on, from, to, amount: "10" }
  })

  const received = () => chain.balance({ ...on, address: transfer.to })
  const block = (number: number) => chain.network("POLYGON").blocks.at(number)!

  it("begin with block 0 and link to their parents", async () => {
    const { block: number } = await chain.transfer(transfer)
    chain.mine("POLYGON", 2)
    expect(block(0).parentHash).toBe(`0x${"0".repeat(64)}`)
    for (let each = 1; each <= number + 2; each++) {
      expect(block(each).parentHash).toBe(block(each - 1).hash)
    }
    expect(chain.head("ETH").block).toBe(0)
  })

  it("have times that never go back, even if the clock does", async () => {
    chain.mine("POLYGON")
    const before = chain.head("POLYGON").block
    now -= 60_000
    chain.mine("POLYGON")
    expect(block(before + 1).timestamp).toBe(block(before).timestamp)
    now += 65_000
    chain.mine("POLYGON")
    expect(block(before + 2).timestamp).toBe(1_700_000_005)
  })

  it("are final at once, unless the chain has a finality depth", async () => {
    expect(chain.mine("ETH", 4)).toMatchObject({ block: 4, finalized: 4 })
    expect(chain.mine("POLYGON", 5)).toMatchObject({ block: 6, finalized: 3 })
  })

  it("stay final when the depth grows", () => {
    chain.mine("ETH", 5)
    expect(chain.setFinality("ETH", 4)).toMatchObject({ finalized: 5 })
    expect(chain.mine("ETH", 4)).toMatchObject({ block: 9, finalized: 5 })
    expect(chain.mine("ETH")).toMatchObject({ block: 10, finalized: 6 })
    expect(chain.setFinality("ETH", 0)).toMatchObject({ finalized: 10 })
  })

  describe("a reorganization", () => {
    it("removes transactions and gives the coins back", async () => {
      const { txHash, block: number } = await chain.transfer(transfer)
      const old = block(number).hash
      const reorganized = chain.reorg("POLYGON", 1)
      expect(reorganized).toMatchObject({
        block: number,
        transactions: [txHash],
      })
      expect(await chain.receipts("POLYGON", txHash)).toEqual([])
      expect(await received()).toBe("0.00")
      expect(block(number).hash).not.toBe(old)
      expect(block(number).parentHash).toBe(block(number - 1).hash)
      // The sender can spend the coins again.
      await chain.transfer({ ...transfer, amount: "100" })
    })

    it("keeps transactions in another block and at another log index", async () => {
      const { txHash, block: number } = await chain.transfer(transfer)
      chain.reorg("POLYGON", 1, { keep: true })
      const [kept] = await chain.receipts("POLYGON", txHash)
      expect(kept).toMatchObject({ amount: "10.00", block: number + 1 })
      const { transactions } = block(number + 1)
      expect(transactions[0]?.transfers).toHaveLength(1)
      expect(transactions[1]?.hash).toBe(txHash)
      expect(await received()).toBe("10.00")
    })

    it("can be undone again without losing or making coins", async () => {
      await chain.transfer(transfer)
      await chain.emitTransfer(transfer)
      chain.reorg("POLYGON", 2, { keep: true })
      expect(await received()).toBe("10.00")
      chain.reorg("POLYGON", 2)
      expect(await received()).toBe("0.00")
      expect(await chain.balance({ ...on, address: transfer.from })).toBe(
        "100.00"
      )
    })

    it("never replaces a final block", async () => {
      const { txHash } = await chain.transfer(transfer)
      chain.mine("POLYGON", 3)
      expect(() => chain.reorg("POLYGON", 4)).toThrow("last 3 blocks")
      chain.reorg("POLYGON", 3)
      expect(await chain.receipts("POLYGON", txHash)).toHaveLength(1)
      expect(() => chain.reorg("ETH", 1)).toThrow("Set a finality depth")
    })
  })

  it.each([0, -1, 1.5, 1e9])("are not %d at once", (blocks) => {
    expect(() => chain.mine("ETH", blocks)).toThrow("number of blocks")
    expect(() => chain.reorg("ETH", blocks)).toThrow("number of blocks")
  })
})
