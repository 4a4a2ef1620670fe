import { polygon } from "../../src/blockchain/networks"
import { blockOf, logsOf } from "../../src/blockchain/rpc"
import { newAddress } from "./addresses"
import { onRealChain } from "./chains"
import { verdictOf } from "./verdict"

onRealChain(polygon, (chain) => {
  const due = () => ({
    token: chain().chain.network.tokens.USDC!.address,
    to: newAddress(),
    units: 1_000_000n,
  })

  it("a transfer in a replaced block is not found any more, nor are its logs", async () => {
    const transfer = due()
    const { number } = (await chain().read(blockOf("latest")))!
    const hash = await chain().chain.transfer(transfer)
    expect(await verdictOf(chain(), hash, transfer)).toMatchObject({
      status: "found",
      proof: { block_number: number + 1 },
    })
    await chain().chain.reorg(1)
    expect(await verdictOf(chain(), hash, transfer)).toMatchObject({
      status: "not_found",
    })
    const filter = {
      fromBlock: number + 1,
      toBlock: number + 1,
      addresses: [transfer.token],
      topics: [],
    }
    expect(await chain().read(logsOf(filter))).toEqual([])
  })

  it("a transfer that is in another block afterwards has that block's hash, and may have another log index", async () => {
    const transfers = [due(), due()] as const
    const hashes: string[] = []
    for (const each of transfers) {
      hashes.push(await chain().chain.transfer(each))
    }
    const before = await verdictOf(chain(), hashes[1]!, transfers[1])
    expect(before).toMatchObject({ status: "found", proof: { log_index: 0 } })
    await chain().chain.reorg(2, hashes)
    const after = await verdictOf(chain(), hashes[1]!, transfers[1])
    // Behind the first one.
    expect(after).toMatchObject({
      status: "found",
      proof: { log_index: expect.any(Number) as number },
    })
    expect(after.proof.log_index).not.toBe(0)
    expect(after.proof.block_hash).not.toBe(before.proof.block_hash)
  })

  it("a block keeps its number and gets another hash", async () => {
    await chain().chain.mine(2)
    const before = (await chain().read(blockOf("latest")))!
    await chain().chain.reorg(1)
    const after = (await chain().read(blockOf("latest")))!
    expect(after.number).toBe(before.number)
    expect(after.hash).not.toBe(before.hash)
  })
})
