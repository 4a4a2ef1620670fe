import type { Finality } from "../../finality"
import type { Network } from "../../networks"
import {
  type Answering,
  respond,
  type RpcServer,
  startRpcServer,
} from "../../rpc/__tests__/rpc-server"
import { type EndpointTest, testEndpoint } from "../test-endpoint"
import { HEAD, node, type NodeOptions, NOW, POLYGON } from "./node"

const KEY = "key-4711"

describe("a tested endpoint", () => {
  const servers: RpcServer[] = []

  afterEach(async () => {
    await Promise.all(servers.splice(0).map(({ close }) => close()))
  })

  async function open(answer: Answering) {
    const server = await startRpcServer(answer)
    servers.push(server)
    return { server, url: `${server.url}/v2/${KEY}?token=${KEY}` }
  }

  async function tested(
    answer: Answering,
    {
      signal,
      ...expected
    }: { network?: Network; finality?: Finality; signal?: AbortSignal } = {}
  ): Promise<{ test: EndpointTest; server: RpcServer }> {
    const { server, url } = await open(answer)
    const test = await testEndpoint(
      url,
      {
        network: POLYGON,
        finality: "finalized",
        now: () => NOW * 1000,
        ...expected,
      },
      signal
    )
    expect(JSON.stringify(test)).not.toContain(KEY)
    return { test, server }
  }

  const codesOf = ({ problems }: Pick<EndpointTest, "problems">) =>
    problems.map(({ code }) => code)

  it("without a problem is tested in two requests", async () => {
    const { test, server } = await tested(node())
    expect(test).toEqual({ hasHead: true, problems: [] })
    expect(server.requests).toHaveLength(2)
    const [filter] = server.requests.flat().find(isLogs)!.params as {
      toBlock: string
    }[]
    // Another node behind the same address may not have the last blocks yet.
    expect(Number(filter!.toBlock)).toBeLessThan(HEAD)
  })

  it.each([
    [100, 2, []],
    [99, 3, ["small_log_range"]],
    [4, 3, ["no_logs"]],
  ])(
    "that limits logs to %i blocks is tested in %i requests",
    async (logRange, requests, problems) => {
      const { test, server } = await tested(node({ logRange }))
      expect(codesOf(test)).toEqual(problems)
      expect(server.requests).toHaveLength(requests)
    }
  )

  it("that fails for several calls has the problem once", async () => {
    const limited = ["eth_getBlockByNumber", "eth_call", "eth_getLogs"]
    const { test } = await tested(node({ limited }))
    expect(codesOf(test)).toEqual(["rate_limited"])
  })

  it("of another network is named, and nothing more is asked", async () => {
    const { test, server } = await tested(node({ chainId: 1 }))
    expect(test.problems[0]?.message).toBe(
      "The endpoint 127.0.0.1 is of ETH (chain id 1), not of POLYGON (chain id 137)."
    )
    expect(server.requests).toHaveLength(1)
    const { test: unknown } = await tested(node({ chainId: 80_002 }))
    expect(unknown.problems[0]?.message).toContain(
      "of another network (chain id 80002)"
    )
  })

  it.each(["USDT", "USDt", "USD₮", "USDT0", "USD₮0", "BSC-USD"])(
    "may call USDT %s",
    async (symbol) => {
      const { test } = await tested(node({ symbols: { USDT: symbol } }))
      expect(test.problems).toEqual([])
    }
  )

  it.each<[string, NodeOptions]>([
    ["behind", { headAge: 301 }],
    ["no_head", { headAge: null, tags: ["finalized"] }],
    ["no_finality", { tags: ["safe"] }],
    ["no_logs", { silent: ["eth_getLogs"] }],
    ["small_log_range", { logRange: 10 }],
    ["wrong_decimals", { decimals: { USDT: 18 } }],
    ["other_symbol", { symbols: { USDC: "USDC.e" } }],
    ["other_symbol", { symbols: { USDT: "USDTT" } }],
    ["rate_limited", { limited: ["eth_chainId"] }],
    ["rate_limited", { limited: ["eth_getLogs"] }],
    ["not_a_coin", { decimals: { USDC: 256 } }],
  ])("has the problem %s: %j", async (code, options) => {
    const { test } = await tested(node(options))
    expect(codesOf(test)).toContain(code)
  })

  it("that never answers eth_getLogs returned no logs in time", async () => {
    const ending = new AbortController()
    const { test } = await tested(
      (asked, response) =>
        asked.some(isLogs) ? ending.abort() : node()(asked, response),
      { signal: ending.signal }
    )
    expect(test.hasHead).toBe(true)
    expect(codesOf(test)).toEqual(["no_logs"])
  })

  it("needs no block called final where confirmations are counted", async () => {
    const { test } = await tested(node({ tags: [] }), { finality: 12 })
    expect(test.problems).toEqual([])
  })

  it("without the contract of a coin has a problem that names it", async () => {
    const address = `0x${"12".repeat(20)}`
    const USDC = { address, decimals: 6, source: "medusa-config.ts" }
    const tokens = { ...POLYGON.tokens, USDC }
    const { test } = await tested(node(), { network: { ...POLYGON, tokens } })
    expect(test.problems).toMatchObject([
      { code: "no_contract", message: expect.stringContaining(address) },
    ])
  })

  it("can't put control characters into a terminal by a symbol", async () => {
    const symbol = `\u001b[31mUSDC${"!".repeat(100)}`
    const { test } = await tested(node({ symbols: { USDC: symbol } }))
    expect(test.problems[0]?.message).toBe(
      `The contract of USDC calls itself [31mUSDC${"!".repeat(24)}.`
    )
  })

  it.each<[string, Answering]>([
    ["unreachable", (_, response) => response.destroy()],
    ["rate_limited", (_, response) => respond(response, 429, "")],
    ["refused", (_, response) => respond(response, 401, `no ${KEY}`)],
    ["bad_answer", (_, response) => respond(response, 200, "<html>")],
  ])("that gives no answer is %s", async (code, answer) => {
    const { test } = await tested(answer)
    expect(test.hasHead).toBe(false)
    expect(codesOf(test)).toEqual([code])
  })
})

function isLogs({ method }: { method: string }): boolean {
  return method === "eth_getLogs"
}
