import { polygon } from "../../networks"
import { type Answering, respond } from "../../rpc/__tests__/rpc-server"
import {
  readTransfers,
  readTransfersOf,
  type TransfersToRead,
} from "../read-transfers"
import {
  address,
  type Filter,
  hash,
  node,
  type NodeOptions,
  SENDER,
  TIME,
} from "../../__tests__/node"
import { nodeTest } from "../../__tests__/node-test"

const WATCHED = address(1)
const usdce = polygon.others["USDC.e"]
const DOWN: Answering = (_, response) => respond(response, 503, "")

/** One in each of these blocks. */
const transfersIn = (...blocks: number[]) =>
  blocks.map((block) => ({ block, to: WATCHED }))
const blocksOf = ({ transfers }: { transfers: { block_number: number }[] }) =>
  transfers.map(({ block_number }) => block_number)

const openNodes = nodeTest()
let nodes: Awaited<ReturnType<typeof openNodes>>

async function open(...answers: Parameters<typeof openNodes>) {
  nodes = await openNodes(...answers)
}

/** Reads from block 51 on. The last final block is 100, and the newest 110. */
const pass = async (request: Partial<TransfersToRead> = {}) =>
  await readTransfers(nodes.reader, {
    addresses: async () => [WATCHED],
    fromBlock: 51,
    ...request,
  })
const requests = () => nodes.server.requests
/** Filters of the requests for logs since the last time. */
const filters = (): Filter[] =>
  requests()
    .splice(0)
    .flat()
    .filter(({ method }) => method === "eth_getLogs")
    .map(({ params }) => params[0] as Filter)
/** Ranges that were asked for, such as "1-100", since the last time. */
const ranges = (): string[] =>
  filters().map(({ fromBlock, toBlock }) => `${+fromBlock}-${+toBlock}`)

describe("the transfers to watched addresses", () => {
  it("are read up to the last final block in 3 requests, to 10,000 addresses", async () => {
    await open(node({ transfers: transfersIn(101) }).answer)
    const addresses = Array.from({ length: 10_000 }, (_, each) => address(each))
    expect(await pass({ addresses: async () => addresses })).toEqual({
      transfers: [],
      nextBlock: 101,
      isComplete: true,
      error: null,
    })
    expect(requests()).toHaveLength(3)
    // Nodes refuse more than 1,000 in one call.
    expect(filters().map(({ topics }) => topics[2].length)).toEqual(
      Array.from({ length: 10 }, () => 1_000)
    )
  })

  it("have coin, exact amount, sender and time, in the order of the chain", async () => {
    const transfers = [
      { block: 100, to: WATCHED, token: usdce!.address },
      { block: 51, to: WATCHED, logIndex: 7 },
      { block: 51, to: WATCHED, logIndex: 3, units: 1n },
    ]
    await open(node({ transfers }).answer)
    const read = await pass()
    expect(read.transfers[0]).toEqual({
      chain: "POLYGON",
      tx_hash: hash(51),
      log_index: 3,
      currency: "USDC",
      amount: "0.000001",
      sender: SENDER,
      destination_address: WATCHED,
      block_number: 51,
      arrived_at: new Date((TIME + 51) * 1000),
    })
    expect(
      read.transfers.map(({ log_index, currency, amount }) => [
        log_index,
        currency,
        amount,
      ])
    ).toEqual([
      [3, "USDC", "0.000001"],
      [7, "USDC", "10.50"],
      [0, "USDC.e", "10.50"],
    ])
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
    await open(node({ transfers: transfersIn(60) }).answer)
    const malformed = ["", "0x12", "TRON-address"]
    for (const addresses of [[], malformed]) {
      expect(await pass({ addresses: async () => addresses })).toMatchObject({
        transfers: [],
        nextBlock: 101,
        isComplete: true,
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
    const { answer } = node({ transfers: transfersIn(100) })
    await open((asked, response) => {
      addresses.push(WATCHED)
      answer(asked, response)
    })
    expect(
      blocksOf(await pass({ addresses: async () => [...addresses] }))
    ).toEqual([100])
  })

  it("are read once over several passes", async () => {
    const { options, answer } = node({
      transfers: transfersIn(70, 100, 101, 105),
    })
    await open(answer)
    const first = await pass()
    options.finalized = 104
    const second = await pass({ fromBlock: first.nextBlock! })
    options.finalized = 110
    const third = await pass({ fromBlock: second.nextBlock! })
    expect([first, second, third].map(blocksOf)).toEqual([
      [70, 100],
      [101],
      [105],
    ])
  })

  it("are final after as many confirmations, and not read before", async () => {
    await open(node({ transfers: transfersIn(104, 105) }).answer, 7)
    expect(await pass()).toMatchObject({
      transfers: [{ block_number: 104 }],
      nextBlock: 105,
      isComplete: true,
    })
    await open(node({ latest: 3 }).answer, 7)
    expect(await pass()).toMatchObject({
      nextBlock: 51,
      isComplete: false,
      error: null,
    })
  })

  it("are read with the blocks of 20 of them in two more requests", async () => {
    const blocks = Array.from({ length: 20 }, (_, each) => 51 + each)
    await open(node({ transfers: transfersIn(...blocks) }).answer)
    expect(blocksOf(await pass())).toEqual(blocks)
    expect(requests()).toHaveLength(4)
  })
})

describe("the transfers to watched addresses, of an endpoint that refuses so many blocks,", () => {
  it("are read in half as many, until it answers", async () => {
    const transfers = transfersIn(1, 25, 26, 100)
    await open(node({ maxBlocks: 30, transfers }).answer)
    const read = await pass({ fromBlock: 1 })
    expect(ranges()).toEqual([
      "1-100",
      "1-50",
      "1-25",
      "26-50",
      "51-75",
      "76-100",
    ])
    expect(read).toMatchObject({ nextBlock: 101, error: null })
    expect(blocksOf(read)).toEqual([1, 25, 26, 100])
  })

  it.each([
    ["counts them as too many requests", { code: -32005, message: "limit" }],
    ["does not say so", { code: -32603, message: "internal" }],
  ])("are read in half as many where it %s", async (_, refusal) => {
    const refuse = ({ fromBlock, toBlock }: Filter) =>
      +toBlock - +fromBlock < 30 ? null : refusal
    await open(node({ refuse, transfers: transfersIn(60) }).answer)
    expect(await pass()).toMatchObject({
      transfers: [{ block_number: 60 }],
      nextBlock: 101,
      error: null,
    })
    expect(ranges()).toEqual(["51-100", "51-75", "76-100"])
  })

  it("are read by passes of at most so many requests, while it is far behind", async () => {
    const limits = { latest: 5_000, finalized: 5_000, maxBlocks: 300 }
    const transfers = transfersIn(40, 2_041, 4_999)
    await open(node({ ...limits, transfers }).answer)
    const found: number[] = []
    let fromBlock = 1
    let passes = 0
    while (fromBlock <= 5_000 && passes < 10) {
      const read = await pass({ fromBlock, maxRanges: 10 })
      expect(filters().length).toBeLessThanOrEqual(10)
      expect(read.error).toBeNull()
      found.push(...blocksOf(read))
      fromBlock = read.nextBlock!
      passes += 1
    }
    expect(found).toEqual([40, 2_041, 4_999])
    expect(passes).toBe(3)
  })

  it("are kept where it fails later", async () => {
    const { answer } = node({ maxBlocks: 25, transfers: transfersIn(10, 60) })
    await open((asked, response) =>
      JSON.stringify(asked).includes('"fromBlock":"0x33"')
        ? DOWN(asked, response)
        : answer(asked, response)
    )
    expect(await pass({ fromBlock: 1 })).toMatchObject({
      transfers: [{ block_number: 10 }],
      nextBlock: 51,
      isComplete: false,
      error: { code: "unreachable" },
    })
  })

  it("are given up where it refuses one block", async () => {
    await open(node({ maxBlocks: 0 }).answer)
    expect(await pass({ fromBlock: 99 })).toMatchObject({
      transfers: [],
      nextBlock: 99,
      error: { code: "refused" },
    })
    expect(ranges()).toEqual(["99-100", "99-99"])
  })
})

describe("the transfers to watched addresses, where endpoints fail,", () => {
  it.each([
    [100, 101],
    [90, 101],
  ])(
    "are not read from an endpoint that lags behind the cursor: block %i",
    async (finalized, fromBlock) => {
      await open(node({ finalized, latest: finalized }).answer)
      for (const addresses of [[WATCHED], []]) {
        expect(
          await pass({ fromBlock, addresses: async () => addresses })
        ).toEqual({
          transfers: [],
          nextBlock: fromBlock,
          isComplete: finalized === 100,
          error: null,
        })
      }
      expect(filters()).toEqual([])
    }
  )

  // The newest block, 110, was made at second 110.
  it.each([
    [
      "again where the chain does not have the blocks that were read",
      112,
      109,
      null,
    ],
    [
      "not again from an endpoint that lags behind, as its newest block was made before",
      112,
      110,
      112,
    ],
    [
      "not again from an endpoint that has them, though no later one",
      111,
      109,
      111,
    ],
  ])("are read %s", async (_, fromBlock, seconds, nextBlock) => {
    await open(node().answer)
    const movedAt = new Date((TIME + seconds) * 1_000)
    const missing = expect.stringContaining("has block 111, up to which")
    expect(await pass({ fromBlock, movedAt })).toMatchObject({
      transfers: [],
      nextBlock,
      error: nextBlock === null ? { message: missing } : null,
    })
  })

  it("are not passed over up to a final block that does not exist", async () => {
    await open(node({ finalized: 1_000, unchecked: true }).answer)
    expect(
      await pass({ fromBlock: 105, addresses: async () => [] })
    ).toMatchObject({ nextBlock: 111 })
  })

  const lost = transfersIn(100)
  const isLogs = (method: string) => method === "eth_getLogs"
  it.each<[string, Answering[], string]>([
    [
      "lacks the last final block",
      [
        (asked, response) =>
          node(
            asked.some(({ method }) => isLogs(method))
              ? { latest: 99, transfers: lost }
              : {}
          ).answer(asked, response),
      ],
      "bad_answer",
    ],
    [
      "lags behind the first one, which refuses",
      [
        node({ maxBlocks: 0, transfers: lost }).answer,
        node({ latest: 99, finalized: 90, transfers: lost }).answer,
      ],
      "bad_answer",
    ],
    ["is down", [DOWN], "unreachable"],
    ["is stuck at an old block", [node({ age: 700 }).answer], "bad_answer"],
  ])("are not overlooked by an endpoint that %s", async (_, answers, code) => {
    await open(answers)
    expect(await pass()).toMatchObject({
      transfers: [],
      nextBlock: 51,
      isComplete: false,
      error: { code },
    })
  })

  it("are read from the next endpoint where the first is stuck at an old block", async () => {
    const stuck = node({ latest: 50, finalized: 50, age: 700 })
    await open([stuck.answer, node({ transfers: transfersIn(100) }).answer])
    expect(await pass()).toMatchObject({
      transfers: [{ block_number: 100 }],
      isComplete: true,
      error: null,
    })
  })

  it("are read again where another block has replaced theirs", async () => {
    const transfers = transfersIn(60, 70, 80)
    const { options, answer } = node({ transfers, replaced: [70] })
    await open(answer)
    const first = await pass()
    expect(first).toMatchObject({
      transfers: [{ block_number: 60 }],
      nextBlock: 70,
      error: { code: "bad_answer" },
    })
    options.replaced = []
    expect(await pass({ fromBlock: first.nextBlock! })).toMatchObject({
      transfers: [{ block_number: 70 }, { block_number: 80 }],
      nextBlock: 101,
      error: null,
    })
  })

  it("are not read in part where a block is of two forks", async () => {
    const fork = { blockHash: hash(1_000_070) }
    const transfers = [
      ...transfersIn(60, 70),
      { block: 70, to: WATCHED, logIndex: 1, log: fork },
    ]
    await open(node({ transfers }).answer)
    expect(blocksOf(await pass())).toEqual([60])
  })
})

describe("money in sight of a payment that is to be cancelled", () => {
  const read = async (fromBlock = 101) =>
    await readTransfersOf(nodes.reader, WATCHED, fromBlock)

  it("is found up to the latest block, before it is final", async () => {
    await open(node({ transfers: transfersIn(110, 111) }).answer)
    expect(await read()).toMatchObject({
      transfers: [{ block_number: 110 }],
      error: null,
    })
  })

  it("is known to be none after two requests", async () => {
    await open(node().answer)
    expect(await read()).toMatchObject({ transfers: [], error: null })
    expect(requests()).toHaveLength(2)
  })

  it("is known to be none while there is no block after the cursor", async () => {
    await open(node({ latest: 100, finalized: 100 }).answer)
    expect((await read()).error).toBeNull()
  })

  it.each<[string, Answering | Partial<NodeOptions>, number?]>([
    ["fails", DOWN],
    ["lags behind the watch", { latest: 90 }],
    [
      "has no block",
      (_, response) => respond(response, 200, [{ id: 0, result: null }]),
    ],
    ["refuses logs", { maxBlocks: 0 }],
    ["takes too few blocks at once to read them all", { maxBlocks: 1 }, 1],
    [
      "shows another block with the transfer's number",
      { transfers: transfersIn(105), replaced: [105] },
    ],
  ])(
    "is not ruled out by an endpoint that %s",
    async (_, of, fromBlock = 101) => {
      await open(typeof of === "function" ? of : node(of).answer)
      expect((await read(fromBlock)).error).not.toBeNull()
    }
  )
})
