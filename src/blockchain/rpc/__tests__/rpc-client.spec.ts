import {
  blockOf,
  chainId,
  logsOf,
  newestBlock,
  receiptOf,
  RpcClient,
  type RpcError,
} from ".."
import { type Answering, respond, results, type RpcServer } from "./rpc-server"
import { rpcTest } from "./rpc-test"

/** Milliseconds since 1970. */
const TIME = Date.parse("2026-11-20T12:00:00Z")
const KEY = "key-4711"
const HASH = `0x${"ab".repeat(32)}`

const DOWN: Answering = (_, response) => respond(response, 503, "")
const REFUSES_THE_SECOND: Answering = (asked, response) =>
  respond(response, 200, [
    { id: asked[0]?.id, result: "0x1" },
    { id: asked[1]?.id, error: { code: -32601, message: "no method" } },
  ])
const says =
  (status: number, body: unknown, headers = {}): Answering =>
  (_, response) =>
    respond(response, status, body, headers)
const value = (result: string): Answering => results(() => result)

const hex = (number: number) => `0x${number.toString(16)}`
const block = (number: number, ageMs = 0) => ({
  number: hex(number),
  hash: HASH,
  timestamp: hex((TIME - ageMs) / 1_000),
})
const receipt = (number: number) => ({
  transactionHash: HASH,
  blockNumber: hex(number),
  blockHash: HASH,
  status: "0x1",
  logs: [],
})
/** A node with this newest block, and a transaction or none. */
const nodeAt = (newest: object | null, mined: unknown): Answering =>
  results(({ method }) => (method === "eth_getBlockByNumber" ? newest : mined))

const rateLimit = { code: "rate_limited" }
const refused = { code: "refused" }
const badAnswer = { code: "bad_answer" }
const unreachable = { code: "unreachable" }

let now = TIME
const open = rpcTest({ now: () => now })
beforeEach(() => (now = TIME))

describe("an endpoint", () => {
  it("answers several calls in one request, in any order", async () => {
    const { server, client } = await open((asked, response) =>
      respond(
        response,
        200,
        asked
          .map(({ id, method }) => ({
            id,
            result: method === "eth_chainId" ? "0x89" : block(16),
          }))
          .reverse()
      )
    )
    expect(await client.batch([chainId(), blockOf("finalized")])).toEqual([
      137,
      { number: 16, hash: HASH, timestamp: TIME / 1_000 },
    ])
    expect(server.requests).toHaveLength(1)
  })

  it("gets numbers and filters in JSON-RPC's form", async () => {
    const { server, client } = await open(results(() => []))
    const address = `0x${"22".repeat(20)}`
    const filter = { addresses: [address], topics: [[HASH], null] }
    await client.batch([
      blockOf(255),
      logsOf({ fromBlock: 16, toBlock: 31, ...filter }),
    ])
    expect(server.requests[0]?.map(({ params }) => params)).toEqual([
      ["0xff", false],
      [
        {
          fromBlock: "0x10",
          toBlock: "0x1f",
          address: [address],
          topics: [[HASH], null],
        },
      ],
    ])
  })

  it("tells a transaction that is in no block from an unknown answer", async () => {
    const answers = [null, { blockNumber: "0x1" }]
    const { client } = await open(results(({ id }) => answers[id]))
    expect(
      await client.batch([receiptOf(HASH), receiptOf(HASH)])
    ).toMatchObject([null, badAnswer])
  })

  const result = (id: unknown) => ({ id, result: "0x1" })
  const tooLarge = { code: -32602, message: `too large, ${KEY}` }
  it.each<[string, unknown[], unknown[]]>([
    ["no error beside a result", [{ ...result(0), error: null }], [1]],
    ["ids as text", [result("0")], [1]],
    [
      "an error without a message",
      [result(0), { id: 1, error: { code: -32000 } }],
      [1, refused],
    ],
    [
      "a code in words",
      [{ id: 0, error: { code: "RATE_LIMITED" } }, result(1)],
      [rateLimit, 1],
    ],
    [
      "a code as text",
      [{ id: 0, error: { code: "-32005", message: "slow" } }, result(1)],
      [rateLimit, 1],
    ],
    [
      "an error that is a sentence",
      [{ id: 0, error: "too many requests" }, result(1)],
      [rateLimit, 1],
    ],
    ["a code alone", [result(0), { id: 1, error: -32005 }], [1, rateLimit]],
    ["an element of another form", [result(0), "0x1"], [1, badAnswer]],
    [
      "an error for one of three calls",
      [result(0), { id: 1, error: tooLarge }, result(2)],
      [1, refused, 1],
    ],
  ])("is read where it answers with %s", async (_, body, expected) => {
    const { client } = await open(says(200, body))
    expect(await client.batch(expected.map(() => chainId()))).toMatchObject(
      expected
    )
  })

  it.each<[string, string, Answering]>([
    ["rate_limited", "HTTP 429", says(429, "")],
    [
      "rate_limited",
      "an error without an id",
      says(200, { error: { code: 429, message: "x" } }),
    ],
    ["rate_limited", "a sentence", says(200, { error: "rate limited" })],
    ["unreachable", "HTTP 502", says(502, "")],
    ["unreachable", "a lost connection", (_, response) => response.destroy()],
    ["unreachable", "no answer in time", () => {}],
    ["unreachable", "HTTP 401", says(401, "no")],
    ["refused", "more than 16 MB", says(200, " ".repeat(17 * 1024 ** 2))],
    ["bad_answer", "a page", says(200, "<html>")],
    [
      "bad_answer",
      "a redirect",
      says(302, "", { location: `/elsewhere/${KEY}` }),
    ],
    [
      "bad_answer",
      "one answer for a batch",
      says(200, { id: 0, result: "0x1" }),
    ],
    [
      "refused",
      "one error for a batch",
      says(200, {
        id: null,
        error: { code: -32600, message: `no batches with ${KEY}` },
      }),
    ],
  ])(
    "fails as %s after %s, and never quotes its key",
    async (code, _, answer) => {
      const { server } = await open(answer)
      const url = `${server.url}/v2/${KEY}?token=${KEY}`
      const client = new RpcClient([url], { timeoutMs: 1_000 })
      const [error] = await client.batch([chainId()])
      expect(error).toMatchObject({
        code,
        message: expect.stringContaining("127.0.0.1"),
      })
      const { stack } = error as RpcError
      expect(JSON.stringify(error) + stack).not.toContain(KEY)
      expect(server.requests).toHaveLength(1)
    }
  )

  it("is not asked once the time for all requests is over", async () => {
    const all = new AbortController()
    const { server } = await open(() => all.abort())
    const client = new RpcClient([server.url], { signal: all.signal })
    for (let request = 1; request <= 2; request++) {
      expect(await client.batch([chainId()])).toMatchObject([unreachable])
    }
    expect(server.requests).toHaveLength(1)
  })

  it("of another network answers nothing, and one of the right network is asked for its chain id once", async () => {
    const ethereum = value("0x1")
    const { server, servers } = await open(ethereum, value("0x89"))
    const urls = servers.map(({ url }) => url)
    const client = new RpcClient(urls, { evmChainId: 137 })
    for (let request = 1; request <= 2; request++) {
      expect(await client.batch([chainId()])).toEqual([137])
    }
    expect(servers.map(({ requests }) => requests.flat().length)).toEqual([
      2, 3,
    ])
    const alone = new RpcClient([server.url], { evmChainId: 137 })
    expect(await alone.batch([chainId()])).toMatchObject([
      {
        code: "wrong_chain",
        message: expect.stringContaining("chain id is 1, not 137"),
      },
    ])
  })

  describe("that answers with millions of elements", () => {
    const list = `[${"1,".repeat(7_500_000)}1]`
    const log = JSON.stringify({
      address: HASH.slice(0, 42),
      transactionHash: HASH,
    })
    const logs = logsOf({ fromBlock: 1, toBlock: 2, addresses: [], topics: [] })
    it.each([
      ["the batch", list, logs],
      ["the logs", `[{"id":0,"result":${list}}]`, logs],
      [
        "the topics of a log",
        `[{"id":0,"result":[${log.slice(0, -1)},"topics":${list}}]}]`,
        logs,
      ],
      [
        "the logs of a receipt",
        `[{"id":0,"result":{"logs":${list}}}]`,
        receiptOf(HASH),
      ],
    ])("as %s, takes no more memory than its bytes", async (_, body, call) => {
      const { client } = await open(says(200, body))
      const before = process.memoryUsage().rss
      expect(await client.batch([call])).toMatchObject([badAnswer])
      // One issue for each element would take gigabytes.
      expect(process.memoryUsage().rss - before).toBeLessThan(600 * 1024 ** 2)
    })
  })
})

describe("many calls", () => {
  const calls = Array.from({ length: 12 }, () => chainId())
  const refusal = { error: { code: -32600, message: "batch too large" } }
  const alone =
    (status: number, body: unknown): Answering =>
    (asked, response) =>
      asked.length > 1
        ? respond(response, status, body)
        : value("0x1")(asked, response)

  it("are sent ten at a time, and none after an endpoint has stopped to answer", async () => {
    const { server, client } = await open(value("0x1"))
    expect(await client.batch(calls)).toEqual(calls.map(() => 1))
    expect(server.requests.map(({ length }) => length)).toEqual([10, 2])
    const down = await open(says(429, ""))
    expect(await down.client.batch(calls)).toMatchObject(
      calls.map(() => rateLimit)
    )
    expect(down.server.requests).toHaveLength(1)
  })

  it.each([
    ["an error", 200, { id: null, ...refusal }],
    ["a page of its proxy", 413, "<html>"],
    ["too much", 200, " ".repeat(17 * 1024 ** 2)],
  ])(
    "are sent one by one to an endpoint that answers several with %s",
    async (_, status, body) => {
      const { client } = await open(alone(status, body))
      expect(await client.batch(calls)).toEqual(calls.map(() => 1))
    }
  )
})

describe("several endpoints of a chain", () => {
  const counts = (servers: readonly RpcServer[]): number[] =>
    servers.map(({ requests }) => requests.length)

  it("are asked in order, and the others not at all while the first answers", async () => {
    const { servers, client } = await open(value("0x1"), value("0x2"))
    expect(await client.batch([chainId()])).toEqual([1])
    expect(counts(servers)).toEqual([1, 0])
  })

  it.each<[string, Answering]>([
    ["is down", DOWN],
    ["limits requests", says(429, "")],
    [
      "limits the requests of a call",
      says(200, [{ id: 0, error: { code: -32005 } }]),
    ],
    ["hangs up", (_, response) => response.destroy()],
  ])(
    "stand in for one that %s, which is asked last for half a minute",
    async (_, answer) => {
      const { servers, client } = await open(answer, value("0x2"))
      expect(await client.batch([chainId()])).toEqual([2])
      now += 29_000
      await client.batch([chainId()])
      expect(counts(servers)).toEqual([1, 2])
      now += 2_000
      await client.batch([chainId()])
      expect(counts(servers)).toEqual([2, 3])
    }
  )

  it("answer all calls where another refuses 1, so that no answer is of another fork", async () => {
    const { servers, client } = await open(REFUSES_THE_SECOND, value("0x2"))
    expect(await client.batch([chainId(), chainId()])).toEqual([2, 2])
    expect(servers[1]?.requests[0]).toHaveLength(2)
  })

  it.each([
    ["is down", DOWN],
    ["refuses one as well", REFUSES_THE_SECOND],
  ])(
    "leave the answers of the first where the next one %s",
    async (_, next) => {
      const { client } = await open(REFUSES_THE_SECOND, next)
      expect(await client.batch([chainId(), chainId()])).toMatchObject([
        1,
        refused,
      ])
    }
  )

  it.each([
    ["an old block", block(90, 11 * 60_000)],
    ["no block", null],
  ])(
    "stand in for one that is stuck at %s, which knows no later transaction",
    async (_, newest) => {
      const { servers, client } = await open(
        nodeAt(newest, null),
        nodeAt(block(100, 9 * 60_000), receipt(100))
      )
      const calls = [newestBlock(), receiptOf(HASH)] as const
      expect(await client.batch(calls)).toMatchObject([
        { number: 100 },
        { blockNumber: 100 },
      ])
      await client.batch(calls)
      expect(counts(servers)).toEqual([1, 2])
    }
  )

  it("that are all stuck have no answer, rather than a wrong one", async () => {
    const stuck = nodeAt(block(90, 30 * 60_000), null)
    const { client } = await open(stuck, stuck)
    const message = expect.stringContaining("no block of the last 10 minutes")
    expect(await client.batch([newestBlock(), receiptOf(HASH)])).toMatchObject([
      { code: "bad_answer", message },
      { code: "bad_answer", message },
    ])
  })

  it("show the newest block of the one that answers", async () => {
    const refuses: Answering = (asked, response) =>
      respond(
        response,
        200,
        asked.map(({ id, method }) =>
          method === "eth_getBlockByNumber"
            ? { id, result: block(100) }
            : { id, error: { code: -32601, message: "no method" } }
        )
      )
    const { client } = await open(refuses, nodeAt(block(99, 2_000), null))
    expect(await client.batch([newestBlock(), receiptOf(HASH)])).toMatchObject([
      { number: 99 },
      null,
    ])
  })

  it("that are all down, or none, give an error for each call", async () => {
    const { servers, client } = await open(DOWN, DOWN)
    for (let pass = 1; pass <= 2; pass++) {
      expect(await client.batch([chainId(), chainId()])).toMatchObject([
        unreachable,
        unreachable,
      ])
      expect(counts(servers)).toEqual([pass, pass])
    }
    expect(await new RpcClient([]).batch([chainId()])).toMatchObject([
      { message: "No endpoint can be used." },
    ])
  })
})
