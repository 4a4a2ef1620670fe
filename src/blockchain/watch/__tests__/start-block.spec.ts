import { type Answering, respond } from "../../rpc/__tests__/rpc-server"
import { startBlock } from "../start-block"
import { type Filter, node, type NodeOptions, TIME } from "../../__tests__/node"
import { nodeTest } from "../../__tests__/node-test"

/** A block each second. */
const LATEST = 1_000_000
const FINALIZED = 999_900

describe("a chain is first read", () => {
  const open = nodeTest()

  const chain = (options: Partial<NodeOptions> = {}): Answering =>
    node({ latest: LATEST, finalized: FINALIZED, ...options }).answer

  /** @param seconds start of the first payment, after block 0 */
  async function start(answer: Answering, seconds: number) {
    const { reader, server } = await open(answer)
    const since = new Date((TIME + seconds) * 1_000)
    const found = await startBlock(reader, since)
    expect(server.requests.length).toBeLessThan(30)
    return found
  }

  it.each([
    ["from 5 minutes before the first payment on", 700_300, 700_000],
    ["from block 0 if it is younger", -1_000, 0],
    ["from its last final block if no other can matter", 1_000_300, FINALIZED],
  ])("%s", async (_, seconds, block) => {
    expect(await start(chain(), seconds)).toEqual({ block, error: null })
  })

  it.each<[string, Partial<NodeOptions>]>([
    ["shows no older block", { oldest: 800_000 }],
    [
      "refuses the logs of older blocks",
      {
        refuse: ({ fromBlock }: Filter) =>
          Number(fromBlock) < 800_000
            ? { code: 4444, message: "pruned history unavailable" }
            : null,
      },
    ],
  ])(
    "from the oldest block that is not about to be dropped, where its node %s",
    async (_, options) => {
      const { block, error } = await start(chain(options), 700_300)
      expect(block).toBeGreaterThanOrEqual(800_000)
      expect(block).toBeLessThanOrEqual(800_064)
      expect(error?.message).toMatch(
        `No endpoint has the blocks before ${block}`
      )
    }
  )

  it("from no block that was refused just once, for then it is not known yet", async () => {
    let refusals = 0
    const refuse = () =>
      (refusals += 1) === 1 ? { code: -32603, message: "internal" } : null
    const answer = chain({ refuse })
    expect(await start(answer, 300_300)).toEqual({ block: null, error: null })
    expect(await start(answer, 300_300)).toMatchObject({ block: 300_000 })
  })

  it("once it has a final block", async () => {
    const { reader } = await open(node({ latest: 3 }).answer, 7)
    const since = new Date(TIME * 1_000)
    expect(await startBlock(reader, since)).toEqual({
      block: null,
      error: null,
    })
  })

  it("once its endpoint answers", async () => {
    const down: Answering = (_, response) => respond(response, 503, "")
    expect(await start(down, 0)).toMatchObject({
      block: null,
      error: { code: "unreachable" },
    })
  })
})
