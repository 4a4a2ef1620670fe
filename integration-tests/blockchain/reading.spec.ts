import { topicOf } from "../../src/blockchain/transfer-log"
import { polygon } from "../../src/blockchain/networks"
import {
  type Block,
  blockOf,
  chainId,
  logsOf,
  receiptOf,
} from "../../src/blockchain/rpc"
import {
  readTransferLog,
  TRANSFER_TOPIC,
} from "../../src/blockchain/transfer-log"
import { newAddress, newAddresses } from "./addresses"
import { onEachChain } from "./chains"

onEachChain(polygon, (chain) => {
  const coin = (symbol: string) => chain().chain.network.tokens[symbol]!.address
  const head = async () => (await chain().read(blockOf("latest")))!.number

  it("final, safe and last blocks are apart, and the next one does not exist", async () => {
    await chain().chain.mine(5)
    const latest = await head()
    const [finalized, safe, next] = await chain().client.batch([
      blockOf("finalized"),
      blockOf("safe"),
      blockOf(latest + 1),
    ])
    const last = latest - chain().chain.finalityDepth
    expect(finalized).toMatchObject({ number: last })
    const { number } = safe as Block
    expect(number).toBeGreaterThanOrEqual(last)
    expect(number).toBeLessThanOrEqual(latest)
    expect(next).toBeNull()
  })

  it("transfers of two coins to any of 1,000 addresses are found at once, and no others", async () => {
    const watched = newAddresses(1_000)
    const [first, second, last] = [watched[0]!, watched[500]!, watched[999]!]
    const tokens = [coin("USDT"), coin("USDC")]
    const stranger = await chain().chain.deployToken("USDT", 6)
    const fromBlock = (await head()) + 1
    await chain().chain.batchTransfer(tokens[0]!, [
      { to: first, units: 1n },
      { to: newAddress(), units: 2n },
      { to: last, units: 3n },
    ])
    await chain().chain.transfer({ token: tokens[1]!, to: second, units: 4n })
    await chain().chain.transfer({ token: stranger, to: second, units: 5n })
    await chain().chain.transfer({ token: tokens[1]!, to: first, units: 6n })

    const found = async (from: number, to: number) => {
      const filter = {
        fromBlock: from,
        toBlock: to,
        addresses: tokens,
        topics: [[TRANSFER_TOPIC], null, watched.map(topicOf)],
      }
      const logs = await chain().read(logsOf(filter))
      return logs.map((log) => readTransferLog(log)!.units)
    }
    expect(await found(fromBlock, fromBlock + 3)).toEqual([1n, 3n, 4n, 6n])
    expect(await found(fromBlock + 1, fromBlock + 2)).toEqual([4n])
    expect(await found(0, fromBlock - 1)).toEqual([])
  })

  it("logs beyond the last block are missing without an error, so that block must be asked for too", async () => {
    const block = (await head()) + 1
    const token = coin("USDT")
    await chain().chain.transfer({ token, to: newAddress(), units: 8n })
    const [logs, last] = await chain().client.batch([
      logsOf({
        fromBlock: block,
        toBlock: block + 10,
        addresses: [token],
        topics: [[TRANSFER_TOPIC]],
      }),
      blockOf(block + 10),
    ])
    expect(logs).toHaveLength(1)
    expect(last).toBeNull()
  })

  it("a call that it refuses fails alone", async () => {
    const hash = await chain().chain.transfer({
      token: coin("USDT"),
      to: newAddress(),
      units: 1n,
    })
    const results = await chain().client.batch([
      receiptOf(hash),
      receiptOf("0x12"),
      chainId(),
    ])
    expect(results).toMatchObject([
      { transactionHash: hash, status: 1 },
      { code: "refused" },
      polygon.evmChainId,
    ])
  })
})
