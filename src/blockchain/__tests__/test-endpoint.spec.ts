import type { Finality } from "../chain-reader"
import { type Network, polygon } from "../networks"
import { type Answering, respond } from "../rpc/__tests__/rpc-server"
import { testEndpoint } from "../test-endpoint"
import { node, type NodeOptions, TIME } from "./node"
import { nodeTest } from "./node-test"

const KEY = "key-4711"
const HEAD = 110

describe("a tested endpoint", () => {
  const open = nodeTest()

  async function tested(
    answer: Answering,
    {
      signal,
      ...expected
    }: { network?: Network; finality?: Finality; signal?: AbortSignal } = {}
  ) {
    const { server } = await open(answer)
    const problems = await testEndpoint(
      `${server.url}/v2/${KEY}?token=${KEY}`,
      {
        network: polygon,
        finality: "finalized",
        now: () => (TIME + HEAD) * 1_000,
        ...expected,
      },
      signal
    )
    expect(JSON.stringify(problems)).not.toContain(KEY)
    return { problems, server }
  }

  it("without a problem is tested in two requests", async () => {
    const { problems, server } = await tested(node().answer)
    expect(problems).toEqual([])
    expect(server.requests).toHaveLength(2)
    const [filter] = server.requests.flat().find(isLogs)!.params as {
      toBlock: string
    }[]
    // Another node behind the same address may not have the last blocks yet.
    expect(Number(filter!.toBlock)).toBeLessThan(HEAD)
  })

  it("of another network is named, and nothing more is asked", async () => {
    const { problems, server } = await tested(node({ chainId: 1 }).answer)
    expect(problems[0]?.message).toBe(
      "The endpoint 127.0.0.1 is of ETH (chain id 1), not of POLYGON (chain id 137)."
    )
    expect(server.requests).toHaveLength(1)
    const unknown = await tested(node({ chainId: 80_002 }).answer)
    expect(unknown.problems[0]?.message).toContain(
      "of another network (chain id 80002)"
    )
  })

  it.each<[string, Partial<NodeOptions>]>([
    ["behind", { age: 301 }],
    ["not_final", { tags: ["safe"] }],
    ["no_logs", { silent: ["eth_getLogs"] }],
    ["no_logs", { maxBlocks: 99 }],
    ["no_logs", { limited: ["eth_getLogs"] }],
    ["wrong_coin", { decimals: { USDT: 18 } }],
    ["wrong_coin", { decimals: { USDC: 256 } }],
    ["unreachable", { latest: -1 }],
    ["unreachable", { limited: ["eth_chainId"] }],
    ["unreachable", { limited: ["eth_getBlockByNumber", "eth_call"] }],
  ])("has the problem %s alone: %j", async (code, options) => {
    const { problems } = await tested(node(options).answer)
    expect(problems.map((each) => each.code)).toEqual([code])
  })

  it("that never answers eth_getLogs returns no logs", async () => {
    const ending = new AbortController()
    const { problems } = await tested(
      (asked, response) =>
        asked.some(isLogs) ? ending.abort() : node().answer(asked, response),
      { signal: ending.signal }
    )
    expect(problems).toMatchObject([{ code: "no_logs" }])
  })

  it("needs no block called final where confirmations are counted", async () => {
    const { problems } = await tested(node({ tags: [] }).answer, {
      finality: 12,
    })
    expect(problems).toEqual([])
  })

  it("without the contract of a coin has a problem that names it", async () => {
    const address = `0x${"12".repeat(20)}`
    const USDC = { address, decimals: 6 }
    const tokens = { ...polygon.tokens, USDC }
    const network = { ...polygon, tokens }
    expect((await tested(node().answer, { network })).problems).toMatchObject([
      { code: "wrong_coin", message: expect.stringContaining(address) },
    ])
  })

  it.each<[string, Answering]>([
    ["did not answer", (_, response) => response.destroy()],
    ["was asked too often", (_, response) => respond(response, 429, "")],
    ["refuses its key", (_, response) => respond(response, 401, `no ${KEY}`)],
    ["without JSON-RPC", (_, response) => respond(response, 200, "<html>")],
  ])("that gives no answer is unreachable, and %s", async (reason, answer) => {
    const message = expect.stringContaining(reason)
    expect((await tested(answer)).problems).toMatchObject([
      { code: "unreachable", message },
    ])
  })
})

function isLogs({ method }: { method: string }): boolean {
  return method === "eth_getLogs"
}
