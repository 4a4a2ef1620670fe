import { bsc } from "../../src/blockchain/networks"
import { polygon } from "../../src/blockchain/networks"
import { blockOf } from "../../src/blockchain/rpc"
import {
  readTransfers,
  readTransfersOf,
} from "../../src/blockchain/watch/read-transfers"
import { startBlock } from "../../src/blockchain/watch/start-block"
import type { SeenTransfer } from "../../src/ledger"
import { newAddress, newAddresses } from "./addresses"
import { onEachChain, onRealChain, type ReadChain } from "./chains"

/** The watch of some addresses, from the present final block on. */
async function startWatch(
  { chain, client, read }: ReadChain,
  addresses: string[]
) {
  const reader = {
    client,
    network: chain.network,
    finality: "finalized" as const,
  }
  let nextBlock = (await read(blockOf("finalized")))!.number
  return {
    reader,
    /** Reads what became final since the last pass. */
    pass: async (maxRanges?: number): Promise<SeenTransfer[]> => {
      const read = await readTransfers(reader, {
        addresses: async () => addresses,
        fromBlock: nextBlock,
        ...(maxRanges === undefined ? {} : { maxRanges }),
      })
      expect(read.error).toBeNull()
      nextBlock = read.nextBlock!
      return read.transfers
    },
  }
}

describe.each([
  { network: polygon, decimals: 6 },
  { network: bsc, decimals: 18 },
])("on a network of $decimals decimals", ({ network, decimals }) => {
  onEachChain(network, (chain) => {
    it("a transfer is seen once it is final, exactly, and never again", async () => {
      const { transfer, mine, finalityDepth, sender } = chain().chain
      const destination = newAddress()
      const { pass } = await startWatch(chain(), [destination])
      const token = chain().chain.network.tokens.USDT!.address
      const units = 105n * 10n ** BigInt(decimals - 1) + 1n
      const hash = await transfer({ token, to: destination, units })
      await mine(finalityDepth - 1)
      expect(await pass()).toEqual([])
      await mine(1)
      const [seen, ...others] = await pass()
      expect(others).toEqual([])
      expect(seen).toMatchObject({
        chain: network.chain,
        tx_hash: hash,
        log_index: 0,
        currency: "USDT",
        amount: `10.5${"0".repeat(decimals - 2)}1`,
        sender,
        destination_address: destination,
      })
      const block = (await chain().read(blockOf(seen!.block_number)))!
      expect(seen!.arrived_at).toEqual(new Date(block.timestamp * 1000))
      await mine(5)
      expect(await pass()).toEqual([])
    })
  })
})

describe("transfers to watched addresses", () => {
  onEachChain(polygon, (chain) => {
    it("are seen in each known coin, and in no other", async () => {
      const { tokens, others } = chain().chain.network
      const destination = newAddress()
      const { pass } = await startWatch(chain(), [destination])
      const coins = [tokens.USDC!, tokens.USDT!, ...Object.values(others)]
      const stranger = await chain().chain.deployToken("USDT", 6)
      for (const token of [...coins.map(({ address }) => address), stranger]) {
        await chain().chain.transfer({ token, to: destination, units: 1n })
      }
      await chain().chain.finalize()
      expect((await pass()).map(({ currency }) => currency)).toEqual([
        "USDC",
        "USDT",
        "USDC.e",
      ])
    })

    it("are seen apart in one transaction, without those of nothing", async () => {
      const [first, second, stranger] = newAddresses(3) as [
        string,
        string,
        string,
      ]
      const { pass } = await startWatch(chain(), [first, second])
      const hash = await chain().chain.batchTransfer(
        chain().chain.network.tokens.USDC!.address,
        [
          { to: stranger, units: 1n },
          { to: first, units: 2n },
          { to: first, units: 0n },
          { to: second, units: 2n },
          { to: first, units: 2n },
        ]
      )
      await chain().chain.finalize()
      const seen = await pass()
      expect(new Set(seen.map(({ tx_hash }) => tx_hash))).toEqual(
        new Set([hash])
      )
      expect(
        seen.map(({ log_index, destination_address }) => [
          log_index,
          destination_address,
        ])
      ).toEqual([
        [1, first],
        [3, second],
        [4, first],
      ])
    })

    it("are found from the block on that a payment's first transfer can be in", async () => {
      const destination = newAddress()
      const token = chain().chain.network.tokens.USDC!.address
      const { reader } = await startWatch(chain(), [destination])
      const since = new Date()
      const hash = await chain().chain.transfer({
        token,
        to: destination,
        units: 1n,
      })
      await chain().chain.finalize()
      const { block, error } = await startBlock(reader, since)
      expect(error).toBeNull()
      const { transfers } = await readTransfers(reader, {
        addresses: async () => [destination],
        fromBlock: block!,
      })
      expect(transfers).toMatchObject([{ tx_hash: hash }])
    })

    it("are found before they are final when a payment is to be cancelled", async () => {
      const destination = newAddress()
      const { reader } = await startWatch(chain(), [destination])
      const { number } = (await chain().read(blockOf("finalized")))!
      const read = async () =>
        await readTransfersOf(reader, destination, number + 1)
      expect(await read()).toMatchObject({ transfers: [], error: null })
      const token = chain().chain.network.tokens.USDC!.address
      const hash = await chain().chain.transfer({
        token,
        to: destination,
        units: 1n,
      })
      expect(await read()).toMatchObject({
        transfers: [{ tx_hash: hash, amount: "0.000001" }],
        error: null,
      })
    })

    it("are not asked for beyond the last block, which nodes refuse", async () => {
      const { client, chain: tested } = chain()
      const { number } = (await chain().read(blockOf("latest")))!
      const reader = { client, network: tested.network, finality: 1 }
      const read = await readTransfers(reader, {
        addresses: async () => [newAddress()],
        fromBlock: number + 5,
      })
      expect(read).toMatchObject({ nextBlock: number + 5, error: null })
    })
  })

  onRealChain(polygon, (chain) => {
    it("are each seen exactly once over passes, also when their blocks were replaced before", async () => {
      const { transfer, failedTransfer, mine, reorg, finalize } = chain().chain
      const token = chain().chain.network.tokens.USDC!.address
      const watched = newAddresses(3)
      const { pass } = await startWatch(chain(), watched)
      const seen: SeenTransfer[] = []
      const expected: string[] = []
      for (const [round, to] of watched.entries()) {
        const units = BigInt(round + 1)
        await transfer({ token, to, units: 1_000n })
        await reorg(1)
        seen.push(...(await pass(1)))
        const moved = await transfer({ token, to, units })
        const other = await transfer({ token, to, units })
        await reorg(2, [moved, other])
        seen.push(...(await pass(1)))
        await failedTransfer({ token, to, units })
        await transfer({ token, to: newAddress(), units })
        await mine(1)
        seen.push(...(await pass(1)))
        expected.push(moved, other)
      }
      await finalize()
      seen.push(...(await pass()))
      expect(seen.map(({ tx_hash }) => tx_hash)).toEqual(expected)
      expect(await pass()).toEqual([])
    })
  })
})
