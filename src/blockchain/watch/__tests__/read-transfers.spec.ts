import type { Finality } from "../../finality"
import { polygon } from "../../networks/polygon"
import type { Answering } from "../../rpc/__tests__/rpc-server"
import { readTransfers, type TransfersToRead } from "../read-transfers"
import { address, type Filter, hash, node, SENDER, TIME } from "./node"
import { type OpenNodes, openNodes } from "./open-node"

const WATCHED = address(1)
const [usdce] = polygon.others

describe("the transfers to watched addresses", () => {
  let nodes: OpenNodes | undefined

  afterEach(async () => {
    await nodes?.close()
  })

  async function open(answer: Answering, finality?: Finality) {
    nodes = await openNodes([answer], finality)
  }

  const pass = async (request: Partial<TransfersToRead> = {}) =>
    await readTransfers(nodes!.reader, {
      addresses: async () => [WATCHED],
      fromBlock: 51,
      logRange: null,
      ...request,
    })
  const requests = () => nodes!.servers[0]!.requests
  const filters = (): Filter[] =>
    requests()
      .flat()
      .filter(({ method }) => method === "eth_getLogs")
      .map(({ params }) => params[0] as Filter)

  it("are read up to the last final block in 2 requests, to 10,000 addresses", async () => {
    await open(node({ transfers: [{ block: 101, to: WATCHED }] }).answer)
    const addresses = Array.from({ length: 10_000 }, (_, each) => address(each))
    expect(await pass({ addresses: async () => addresses })).toEqual({
      transfers: [],
      nextBlock: 101,
      isComplete: true,
      logRange: null,
      calls: 2,
      error: null,
    })
    expect(requests()).toHaveLength(2)
    // Nodes refuse more than 1,000 in one call.
    expect(filters().map(({ topics }) => topics[2].length)).toEqual(
      Array.from({ length: 10 }, () => 1_000)
    )
  })

  it("have coin, exact amount, sender and time", async () => {
    const transfers = [
      { block: 51, to: WATCHED, logIndex: 7 },
      { block: 51, to: WATCHED, logIndex: 3, units: 1n },
      { block: 100, to: WATCHED, token: usdce!.address },
    ]
    await open(node({ transfers }).answer)
    const read = await pass()
    expect(read.transfers[0]).toEqual({
      chain: "POLYGON",
      tx_hash: hash(51),
      log_index: 3,
      coin: "USDC",
      amount: "0.000001",
      from: SENDER,
      to: WATCHED,
      block_number: 51,
      block_time: new Date((TIME + 51) * 1000),
      token: polygon.tokens.USDC!.address.toLowerCase(),
      block_hash: hash(51),
    })
    expect(
      read.transfers.map(({ log_index, coin, amount }) => [
        log_index,
        coin,
        amount,
      ])
    ).toEqual([
      [3, "USDC", "0.000001"],
      [7, "USDC", "10.50"],
      [0, "USDC.e", "10.50"],
    ])
    expect(read.calls).toBe(3)
    expect(requests()).toHaveLength(3)
  })

  it("do not include those that moved nothing, that were removed, or of a filter that was ignored", async () => {
    const transfers = [
      { block: 60, to: WATCHED, units: 0n },
      { block: 61, to: WATCHED, log: { removed: true } },
      { block: 62, to: WATCHED, log: { topics: [hash(1)] } },
      { block: 63, to: WATCHED, token: address(9) },
      { block: 64, to: address(2) },
      { block: 50, to: WATCHED },
      { block: 101, to: WATCHED },
    ]
    await open(node({ transfers, ignoresFilters: true }).answer)
    expect(await pass()).toMatchObject({
      transfers: [],
      nextBlock: 101,
      error: null,
    })
  })

  it("are asked for only where there are addresses, because an empty list is all of them", async () => {
    await open(node({ transfers: [{ block: 60, to: WATCHED }] }).answer)
    const malformed = ["", "0x12", "TRON-address"]
    for (const addresses of [[], malformed]) {
      expect(await pass({ addresses: async () => addresses })).toMatchObject({
        transfers: [],
        nextBlock: 101,
        calls: 1,
      })
    }
    expect(filters()).toEqual([])
    await pass({ addresses: async () => [...malformed, WATCHED, WATCHED] })
    expect(filters().map(({ topics }) => topics[2])).toEqual([
      [`0x${WATCHED.slice(2).padStart(64, "0")}`],
    ])
  })

  it("are read to an address that was shown while the final block was read", async () => {
    const addresses: string[] = []
    const { answer } = node({ transfers: [{ block: 100, to: WATCHED }] })
    await open((asked, response) => {
      addresses.push(WATCHED)
      answer(asked, response)
    })
    const read = await pass({ addresses: async () => [...addresses] })
    expect(read.transfers).toHaveLength(1)
  })

  it("are read once over several passes", async () => {
    const { options, answer } = node({
      transfers: [70, 100, 101, 105].map((block) => ({ block, to: WATCHED })),
    })
    await open(answer)
    const first = await pass()
    options.finalized = 104
    const second = await pass({ fromBlock: first.nextBlock! })
    options.finalized = 110
    const third = await pass({ fromBlock: second.nextBlock! })
    expect(
      [first, second, third].map(({ transfers }) =>
        transfers.map(({ block_number }) => block_number)
      )
    ).toEqual([[70, 100], [101], [105]])
  })

  it("are final after as many confirmations", async () => {
    const transfers = [104, 105].map((block) => ({ block, to: WATCHED }))
    await open(node({ latest: 110, transfers }).answer, 7)
    const read = await pass()
    expect(read).toMatchObject({
      transfers: [{ block_number: 104 }],
      nextBlock: 105,
      isComplete: true,
    })
  })

  it("are not read while the chain has no final block", async () => {
    await open(node({ latest: 3 }).answer, 7)
    expect(await pass()).toMatchObject({
      nextBlock: 51,
      isComplete: false,
      error: null,
    })
  })

  it("are read with the blocks of 150 of them in 2 more requests", async () => {
    const transfers = Array.from({ length: 150 }, (_, each) => ({
      block: 51 + each,
      to: WATCHED,
    }))
    await open(node({ latest: 300, finalized: 250, transfers }).answer)
    const all = await pass()
    expect(all.transfers).toHaveLength(150)
    expect(all.calls).toBe(4)
    // The rest is left to the next pass.
    const part = await pass({ maxCalls: 3 })
    expect(part.transfers).toHaveLength(100)
    expect(part).toMatchObject({ nextBlock: 151, calls: 3, error: null })
  })
})
