import type { Finality } from "../../finality"
import type { Network } from "../../networks"
import {
  type Answering,
  respond,
  type RpcServer,
  startRpcServer,
} from "../../rpc/__tests__/rpc-server"
import { ENOUGH_LOGS } from "../find-log-range"
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
      options,
      ...expected
    }: {
      network?: Network
      finality?: Finality
      options?: Parameters<typeof testEndpoint>[2]
    } = {}
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
      options
    )
    expect(JSON.stringify(test)).not.toContain(KEY)
    return { test, server }
  }

  const codesOf = ({ problems }: Pick<EndpointTest, "problems">) =>
    problems.map(({ code }) => code)

  it("without a problem is described in two requests", async () => {
    const { test, server } = await tested(node())
    expect(test).toEqual({
      ok: true,
      host: "127.0.0.1",
      evm_chain_id: 137,
      head: { number: HEAD, age_seconds: 2 },
      finalized: HEAD - 10,
      log_range: 10_000,
      coins: [
        { coin: "USDC", symbol: "USDC", decimals: 6 },
        { coin: "USDT", symbol: "USDT", decimals: 6 },
      ],
      problems: [],
    })
    expect(server.requests).toHaveLength(2)
  })

  it.each([
    [20_000, 100, 2, []],
    [99, 5, 3, ["small_log_range"]],
    [4, null, 3, ["no_logs"]],
  ])(
    "that limits logs to %i blocks is only compared with what is enough, if a monitor asks",
    async (logRange, found, requests, problems) => {
      const { test, server } = await tested(node({ logRange }), {
        options: { maxLogRange: ENOUGH_LOGS },
      })
      expect(test.log_range).toBe(found)
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
    expect(test.ok).toBe(false)
    expect(test.problems[0]?.message).toBe(
      "The endpoint 127.0.0.1 is of ETH (chain id 1), not of POLYGON (chain id 137)."
    )
    expect(server.requests).toHaveLength(1)
    const { test: unknown } = await tested(node({ chainId: 80_002 }))
    expect(unknown.problems[0]?.message).toContain(
      "of another network (chain id 80002)"
    )
  })

  it.each([
    [20_000, 10_000, 1],
    [9_999, 2_000, 2],
    [500, 500, 3],
    [100, 100, 4],
  ])(
    "that limits logs to %i blocks bears %i",
    async (logRange, range, requests) => {
      const { test, server } = await tested(node({ logRange }))
      expect(test).toMatchObject({ ok: true, log_range: range, problems: [] })
      const logs = server.requests.flat().filter(isLogs)
      expect(logs).toHaveLength(requests)
      const [filter] = logs[0]!.params as { toBlock: string }[]
      expect(Number(filter!.toBlock)).toBeLessThan(HEAD)
    }
  )

  it.each(["USDT", "USDt", "USD₮", "USDT0", "USD₮0", "BSC-USD"])(
    "may call USDT %s",
    async (symbol) => {
      const { test } = await tested(node({ symbols: { USDT: symbol } }))
      expect(test).toMatchObject({ ok: true, problems: [] })
    }
  )

  it.each<[string, boolean, NodeOptions]>([
    ["behind", true, { headAge: 301 }],
    ["no_head", false, { headAge: null, tags: ["finalized"] }],
    ["no_finality", false, { tags: ["safe"] }],
    ["no_logs", false, { logRange: 4 }],
    ["late_logs", false, { silent: ["eth_getLogs"] }],
    ["small_log_range", true, { logRange: 10 }],
    ["wrong_decimals", false, { decimals: { USDT: 18 } }],
    ["other_symbol", true, { symbols: { USDC: "USDC.e" } }],
    ["other_symbol", true, { symbols: { USDT: "USDTT" } }],
    ["rate_limited", false, { limited: ["eth_chainId"] }],
    ["rate_limited", false, { limited: ["eth_getLogs"] }],
    ["not_a_coin", false, { decimals: { USDC: 256 } }],
  ])("has the problem %s (usable: %j): %j", async (code, ok, options) => {
    const { test } = await tested(node(options))
    expect(codesOf(test)).toContain(code)
    expect(test.ok).toBe(ok)
  })

  it("that never answers eth_getLogs did not answer in time", async () => {
    const ending = new AbortController()
    const { test } = await tested(
      (asked, response) =>
        asked.some(isLogs) ? ending.abort() : node()(asked, response),
      { options: { signal: ending.signal } }
    )
    expect(test).toMatchObject({ ok: false, evm_chain_id: 137 })
    expect(codesOf(test)).toEqual(["late_logs"])
  })

  it("needs no block called final where confirmations are counted", async () => {
    const { test } = await tested(node({ tags: [] }), { finality: 12 })
    expect(test).toMatchObject({ ok: true, finalized: null, problems: [] })
  })

  it("without the contract of a coin has a problem that names it", async () => {
    const address = `0x${"12".repeat(20)}`
    const USDC = { address, decimals: 6, source: "medusa-config.ts" }
    const tokens = { ...POLYGON.tokens, USDC }
    const { test } = await tested(node(), { network: { ...POLYGON, tokens } })
    expect(test.problems).toMatchObject([
      { code: "no_contract", params: { coin: "USDC", address } },
    ])
  })

  it("can't put control characters into a terminal by a symbol", async () => {
    const symbol = `\u001b[31mUSDC${"!".repeat(100)}`
    const { test } = await tested(node({ symbols: { USDC: symbol } }))
    expect(test.coins[0]?.symbol).toBe(`[31mUSDC${"!".repeat(24)}`)
  })

  it.each<[string, Answering]>([
    ["unreachable", (_, response) => response.destroy()],
    ["rate_limited", (_, response) => respond(response, 429, "")],
    ["refused", (_, response) => respond(response, 401, `no ${KEY}`)],
    ["bad_answer", (_, response) => respond(response, 200, "<html>")],
  ])("that gives no answer is %s", async (code, answer) => {
    const { test } = await tested(answer)
    expect(test).toMatchObject({ ok: false, evm_chain_id: null, coins: [] })
    expect(codesOf(test)).toEqual([code])
  })
})

function isLogs({ method }: { method: string }): boolean {
  return method === "eth_getLogs"
}
