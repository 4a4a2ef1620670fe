import { encodeAddress } from "../../abi"
import { type Answering, respond } from "../../rpc/__tests__/rpc-server"
import { readTransfers, type TransfersToRead } from "../read-transfers"
import { address, type Filter, node, type NodeOptions } from "./node"
import { type OpenNodes, openNodes } from "./open-node"

const WATCHED = address(1)

/** One in each of these blocks. */
const transfersIn = (...blocks: number[]) =>
  blocks.map((block) => ({ block, to: WATCHED }))

describe("an endpoint that refuses so many blocks at once", () => {
  let nodes: OpenNodes | undefined

  afterEach(async () => {
    await nodes?.close()
  })

  async function open(options: Partial<NodeOptions>) {
    const { options: changeable, answer } = node(options)
    nodes = await openNodes([answer])
    return changeable
  }

  /** Reads 100 blocks by default. */
  const pass = async (request: Partial<TransfersToRead> = {}) =>
    await readTransfers(nodes!.reader, {
      addresses: async () => [WATCHED],
      fromBlock: 1,
      logRange: null,
      ...request,
    })

  /** Ranges that were asked for, such as "1-100", since the last time. */
  function ranges(): string[] {
    const asked = nodes!.servers[0]!.requests.splice(0).flat()
    return asked
      .filter(({ method }) => method === "eth_getLogs")
      .map(({ params }) => params[0] as Filter)
      .map(({ fromBlock, toBlock }) => `${+fromBlock}-${+toBlock}`)
  }

  it("is asked for half as many, until it answers", async () => {
    await open({ maxBlocks: 30, transfers: transfersIn(1, 25, 26, 100) })
    const read = await pass()
    expect(ranges()).toEqual([
      "1-100",
      "1-50",
      "1-25",
      "26-50",
      "51-75",
      "76-100",
    ])
    expect(read).toMatchObject({
      nextBlock: 101,
      logRange: 25,
      calls: 8,
      error: null,
    })
    expect(read.transfers.map(({ block_number }) => block_number)).toEqual([
      1, 25, 26, 100,
    ])
  })

  it("is not asked for more in the next pass, until that costs requests", async () => {
    const options = await open({ maxBlocks: 30 })
    const { logRange } = await pass()
    ranges()
    options.finalized = 120
    options.latest = 120
    const next = await pass({ fromBlock: 101, logRange })
    expect(ranges()).toEqual(["101-120"])
    expect(next.logRange).toBe(25)
  })

  it("is asked for twice as many after a pass of several ranges, since limits are raised", async () => {
    const options = await open({ maxBlocks: 25 })
    const first = await pass({ logRange: 25 })
    expect(first.logRange).toBe(50)
    options.maxBlocks = 60
    ranges()
    const second = await pass({ logRange: first.logRange })
    expect(ranges()).toEqual(["1-50", "51-100"])
    expect(second.logRange).toBe(100)
    options.maxBlocks = 50
    const third = await pass({ logRange: second.logRange })
    expect(ranges()).toEqual(["1-100", "1-50", "51-100"])
    // A pass with a refusal is not a reason to ask for more.
    expect(third.logRange).toBe(50)
  })

  it("is read by passes of at most so many requests, while it is far behind", async () => {
    const options = { latest: 1_000, finalized: 1_000, maxBlocks: 40 }
    await open({ ...options, transfers: transfersIn(40, 41, 999) })
    const found: number[] = []
    let fromBlock: number | null = 1
    let passes = 0
    while (fromBlock !== null && fromBlock <= 1_000 && passes < 10) {
      const read = await pass({ fromBlock, logRange: 40, maxCalls: 10 })
      expect(read.calls).toBeLessThanOrEqual(10)
      expect(read.error).toBeNull()
      found.push(...read.transfers.map(({ block_number }) => block_number))
      fromBlock = read.nextBlock
      passes += 1
    }
    expect(found).toEqual([40, 41, 999])
    expect(passes).toBe(4)
  })

  it("keeps what was read before it failed", async () => {
    const { answer } = node({ maxBlocks: 25, transfers: transfersIn(10, 60) })
    const failsAt51: Answering = (asked, response) =>
      JSON.stringify(asked).includes('"fromBlock":"0x33"')
        ? respond(response, 503, "")
        : answer(asked, response)
    nodes = await openNodes([failsAt51])
    expect(await pass({ logRange: 25 })).toMatchObject({
      transfers: [{ block_number: 10 }],
      nextBlock: 51,
      error: { code: "unreachable" },
    })
  })

  it("is asked for fewer in the next pass when it does not answer in time, or counts too many", async () => {
    const code = -32005
    const options = await open({
      refuse: ({ fromBlock, toBlock }) =>
        +toBlock - +fromBlock < 30 ? null : { code, message: "limit exceeded" },
    })
    const first = await pass()
    expect(first).toMatchObject({
      nextBlock: 1,
      logRange: 50,
      calls: 2,
      error: { code: "rate_limited" },
    })
    options.refuse = () => null
    expect(await pass({ logRange: first.logRange })).toMatchObject({
      nextBlock: 101,
      error: null,
    })
  })

  it("is read by fewer addresses where it refuses even one block, and goes on with all", async () => {
    const addresses = [1, 2, 3, 4].map(address)
    const inBlock50 = addresses.map((to, logIndex) => ({
      block: 50,
      to,
      logIndex,
    }))
    const [, , third, fourth] = addresses.map((to) => `0x${encodeAddress(to)}`)
    await open({
      transfers: [...inBlock50, { block: 51, to: addresses[0]! }],
      refuse: ({ fromBlock, toBlock, topics: [, , receivers] }) =>
        +fromBlock <= 50 &&
        50 <= +toBlock &&
        receivers.includes(third!) &&
        receivers.includes(fourth!)
          ? { code: -32000, message: "too many results" }
          : null,
    })
    const read = await pass({
      addresses: async () => addresses,
      fromBlock: 49,
      logRange: 2,
    })
    expect(
      read.transfers.map(({ block_number, to }) => [block_number, to])
    ).toEqual([...addresses.map((to) => [50, to]), [51, addresses[0]]])
    expect(read.error).toBeNull()
  })

  it("is read to the end by the next pass when it refused the last request of this one", async () => {
    await open({
      refuse: ({ fromBlock, toBlock }) =>
        +fromBlock > 40 && +toBlock - +fromBlock > 10
          ? { code: -32000, message: "too many results" }
          : null,
    })
    expect(await pass({ logRange: 40, maxCalls: 4 })).toMatchObject({
      nextBlock: 41,
      logRange: 20,
      error: null,
    })
  })

  it("is given up where it refuses one block and one address", async () => {
    await open({ maxBlocks: 0 })
    const read = await pass({ fromBlock: 99 })
    expect(read).toMatchObject({
      transfers: [],
      nextBlock: 99,
      logRange: 1,
      calls: 3,
      error: { code: "refused" },
    })
    ranges()
    await pass({ fromBlock: 99, logRange: 1 })
    expect(ranges()).toEqual(["99-99"])
  })
})
