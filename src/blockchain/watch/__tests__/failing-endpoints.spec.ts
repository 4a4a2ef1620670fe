import { type Answering, respond } from "../../rpc/__tests__/rpc-server"
import { readTransfers, type TransfersToRead } from "../read-transfers"
import { address, hash, node, TIME } from "./node"
import { type OpenNodes, openNodes } from "./open-node"

const WATCHED = address(1)

describe("the transfers to watched addresses, where endpoints fail,", () => {
  let nodes: OpenNodes | undefined

  afterEach(async () => {
    await nodes?.close()
  })

  async function open(...answers: Answering[]) {
    nodes = await openNodes(answers)
  }

  const pass = async (request: Partial<TransfersToRead> = {}) =>
    await readTransfers(nodes!.reader, {
      addresses: async () => [WATCHED],
      fromBlock: 51,
      logRange: null,
      ...request,
    })
  it.each([
    [100, 101],
    [90, 101],
  ])(
    "are not read from an endpoint that lags behind the cursor: block %i",
    async (finalized, fromBlock) => {
      await open(node({ finalized, latest: finalized }).answer)
      for (const addresses of [[WATCHED], []]) {
        const read = await pass({ fromBlock, addresses: async () => addresses })
        expect(read).toMatchObject({
          transfers: [],
          nextBlock: fromBlock,
          isComplete: finalized === 100,
          calls: 1,
          error: null,
        })
      }
    }
  )

  it("are read from the start again where the chain does not have the blocks that were read", async () => {
    await open(node().answer)
    // The newest block, 110, was made a second later.
    const movedAt = new Date((TIME + 109) * 1_000)
    expect(await pass({ fromBlock: 112, movedAt })).toMatchObject({
      transfers: [],
      nextBlock: null,
      isComplete: false,
      error: { message: expect.stringContaining("has block 111, up to which") },
    })
  })

  it.each([
    ["lags behind, as its newest block was made before", 112, 110],
    ["has them, though no later one", 111, 109],
  ])(
    "are not read again from an endpoint that %s",
    async (_, fromBlock, seconds) => {
      await open(node().answer)
      const movedAt = new Date((TIME + seconds) * 1_000)
      expect(await pass({ fromBlock, movedAt })).toMatchObject({
        nextBlock: fromBlock,
        error: null,
      })
    }
  )

  it("are not passed over up to a final block that does not exist", async () => {
    await open(node({ finalized: 1_000, unchecked: true }).answer)
    expect(
      await pass({ fromBlock: 105, addresses: async () => [] })
    ).toMatchObject({ nextBlock: 111 })
  })

  it("are not overlooked by an endpoint that lacks the last final block", async () => {
    const transfers = [{ block: 100, to: WATCHED }]
    const lagging = node({ latest: 99, transfers })
    const { answer } = node()
    await open((asked, response) =>
      asked.some(({ method }) => method === "eth_getLogs")
        ? lagging.answer(asked, response)
        : answer(asked, response)
    )
    expect(await pass()).toMatchObject({
      nextBlock: 51,
      logRange: null,
      error: { code: "bad_answer" },
    })
  })

  it("are not overlooked by a second endpoint that lags behind the first one", async () => {
    const transfers = [{ block: 100, to: WATCHED }]
    const refusing = node({ maxBlocks: 0, transfers })
    const lagging = node({ latest: 99, finalized: 90, transfers })
    await open(refusing.answer, lagging.answer)
    expect(await pass()).toMatchObject({
      transfers: [],
      nextBlock: 51,
      error: { code: "bad_answer" },
    })
  })

  it("are not taken for missing where an endpoint fails", async () => {
    await open((_, response) => respond(response, 503, ""))
    expect(await pass()).toEqual({
      transfers: [],
      nextBlock: 51,
      isComplete: false,
      logRange: null,
      calls: 1,
      error: expect.objectContaining({ code: "unreachable" }),
    })
  })

  it("are read from the next endpoint where the first is stuck at an old block", async () => {
    const transfers = [{ block: 100, to: WATCHED }]
    const stuck = node({ latest: 50, finalized: 50, age: 700 })
    await open(stuck.answer, node({ transfers }).answer)
    expect(await pass()).toMatchObject({
      transfers: [{ block_number: 100 }],
      isComplete: true,
      error: null,
    })
  })

  it("are not taken for missing where the only endpoint is stuck", async () => {
    await open(node({ age: 700 }).answer)
    expect(await pass()).toMatchObject({
      transfers: [],
      nextBlock: 51,
      isComplete: false,
      error: { message: expect.stringContaining("of the last 10 minutes") },
    })
  })

  it("are read again where another block has replaced theirs", async () => {
    const { options, answer } = node({
      transfers: [60, 70, 80].map((block) => ({ block, to: WATCHED })),
      replaced: [70],
    })
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
      { block: 60, to: WATCHED },
      { block: 70, to: WATCHED },
      { block: 70, to: WATCHED, logIndex: 1, log: fork },
    ]
    await open(node({ transfers }).answer)
    expect((await pass()).transfers).toMatchObject([{ block_number: 60 }])
  })
})
