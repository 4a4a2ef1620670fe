import { type Answering, respond } from "../../rpc/__tests__/rpc-server"
import { readTransfersOf, type TransfersOfAddress } from "../read-transfers-of"
import { address, node } from "./node"
import { type OpenNodes, openNodes } from "./open-node"

const DESTINATION = address(1)

describe("money in sight of a payment that is to be cancelled", () => {
  let nodes: OpenNodes | undefined

  afterEach(async () => {
    await nodes?.close()
  })

  async function read(
    answer: Answering,
    request: Partial<TransfersOfAddress> = {}
  ) {
    nodes = await openNodes([answer])
    return await readTransfersOf(nodes.reader, {
      address: DESTINATION,
      fromBlock: 101,
      logRange: null,
      ...request,
    })
  }

  it("is found up to the latest block, before it is final", async () => {
    const transfers = [110, 111].map((block) => ({ block, to: DESTINATION }))
    const { answer } = node({ latest: 110, finalized: 100, transfers })
    expect(await read(answer)).toMatchObject({
      transfers: [{ block_number: 110 }],
      error: null,
    })
  })

  it("is known to be none after two requests", async () => {
    expect(await read(node().answer)).toMatchObject({
      transfers: [],
      calls: 2,
      error: null,
    })
  })

  it("is known to be none while there is no block after the cursor", async () => {
    const { answer } = node({ latest: 100, finalized: 100 })
    expect((await read(answer)).error).toBeNull()
  })

  it.each<[string, Answering, Partial<TransfersOfAddress>?]>([
    ["fails", (_, response) => respond(response, 503, "")],
    ["lags behind the watch", node({ latest: 90 }).answer],
    [
      "has no block",
      (_, response) => respond(response, 200, [{ id: 0, result: null }]),
    ],
    ["refuses logs", node({ maxBlocks: 0 }).answer],
    [
      "takes too few blocks at once to read them all",
      node({ maxBlocks: 2 }).answer,
      { logRange: 2, maxCalls: 5 },
    ],
    [
      "shows another block with the transfer's number",
      node({
        transfers: [{ block: 105, to: DESTINATION }],
        replaced: [105],
      }).answer,
    ],
  ])("is not ruled out by an endpoint that %s", async (_, answer, request) => {
    const { error } = await read(answer, request)
    expect(error).not.toBeNull()
  })
})
