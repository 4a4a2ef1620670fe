import { blockOf, chainId, logsOf, receiptOf } from ".."
import { RpcEndpoint, type RpcEndpointOptions } from "../rpc-endpoint"
import { RpcError } from "../rpc-error"
import {
  type Answering,
  respond,
  results,
  type RpcServer,
  startRpcServer,
} from "./rpc-server"

const KEY = "key-4711"
const HASH = `0x${"a1".repeat(32)}`

describe("an endpoint", () => {
  const closers: (() => Promise<unknown>)[] = []

  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) {
      await close()
    }
  })

  async function open(
    answer: Answering,
    options: Partial<RpcEndpointOptions> = {}
  ): Promise<{ server: RpcServer; endpoint: RpcEndpoint }> {
    const server = await startRpcServer(answer)
    closers.push(server.close)
    const endpoint = new RpcEndpoint({
      url: `${server.url}/v2/${KEY}?token=${KEY}`,
      ...options,
    })
    closers.push(() => endpoint.close())
    return { server, endpoint }
  }

  async function errorOf(
    answer: Answering,
    options: Parameters<typeof open>[1] = {}
  ): Promise<RpcError> {
    const { endpoint } = await open(answer, options)
    const error: unknown = await endpoint
      .batch([chainId()])
      .catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(RpcError)
    return error as RpcError
  }

  it("answers several calls in one request, in any order", async () => {
    const { server, endpoint } = await open((asked, response) =>
      respond(
        response,
        200,
        asked
          .map(({ id, method }) => ({
            jsonrpc: "2.0",
            id,
            result:
              method === "eth_chainId"
                ? "0x89"
                : { number: "0x10", hash: HASH, timestamp: "0x6553f100" },
          }))
          .reverse()
      )
    )
    expect(await endpoint.batch([chainId(), blockOf("finalized")])).toEqual([
      { ok: true, value: 137 },
      {
        ok: true,
        value: { number: 16, hash: HASH, timestamp: 1_700_000_000 },
      },
    ])
    expect(server.requests).toHaveLength(1)
  })

  it("sends numbers and filters in JSON-RPC's form", async () => {
    const { server, endpoint } = await open(results(() => []))
    const address = `0x${"22".repeat(20)}`
    await endpoint.batch([
      blockOf(255),
      logsOf({
        fromBlock: 16,
        toBlock: 31,
        addresses: [address],
        topics: [[HASH], null],
      }),
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
    const { endpoint } = await open(results(({ id }) => answers[id]))
    const [missing, unknown] = await endpoint.batch([
      receiptOf(HASH),
      receiptOf(HASH),
    ])
    expect(missing).toEqual({ ok: true, value: null })
    expect(unknown).toMatchObject({ ok: false, error: { code: "bad_answer" } })
  })

  it("fails only the calls that it refuses", async () => {
    const { endpoint } = await open((asked, response) =>
      respond(response, 200, [
        { id: asked[0]?.id, result: "0x1" },
        {
          id: asked[1]?.id,
          error: { code: -32602, message: `block range too large, ${KEY}` },
        },
        { id: asked[2]?.id, error: { code: -32005, message: "slow down" } },
      ])
    )
    expect(
      await endpoint.batch([chainId(), chainId(), chainId()])
    ).toMatchObject([
      { ok: true },
      { ok: false, error: { code: "refused" } },
      { ok: false, error: { code: "rate_limited" } },
    ])
  })

  it.each<[string, string, Answering]>([
    [
      "rate_limited",
      "HTTP 429",
      (_, response) => respond(response, 429, "", { "retry-after": "7" }),
    ],
    ["unreachable", "HTTP 502", (_, response) => respond(response, 502, "")],
    ["unreachable", "a lost connection", (_, response) => response.destroy()],
    ["refused", "HTTP 401", (_, response) => respond(response, 401, "no")],
    ["bad_answer", "a page", (_, response) => respond(response, 200, "<html>")],
    [
      "bad_answer",
      "one answer for a batch",
      (_, response) => respond(response, 200, { id: 0, result: "0x1" }),
    ],
    [
      "refused",
      "one error for a batch",
      (_, response) =>
        respond(response, 200, {
          id: null,
          error: { code: -32600, message: `no batches with ${KEY}` },
        }),
    ],
  ])(
    "fails as %s after %s, and never quotes its key",
    async (code, _, answer) => {
      const error = await errorOf(answer)
      expect(error.code).toBe(code)
      expect(JSON.stringify(error) + String(error)).not.toContain(KEY)
      expect(error.message).toContain("127.0.0.1")
    }
  )

  const rateLimit = { ok: false, error: { code: "rate_limited" } }
  const refused = { ok: false, error: { code: "refused" } }
  const badAnswer = { ok: false, error: { code: "bad_answer" } }
  const one = { ok: true, value: 1 }
  it.each<[string, object[], object[]]>([
    [
      "no error beside each result",
      [{ id: 0, result: "0x1", error: null }],
      [one],
    ],
    ["ids as text", [{ id: "0", result: "0x1" }], [one]],
    [
      "an error without a message",
      [
        { id: 0, result: "0x1" },
        { id: 1, error: { code: -32000 } },
      ],
      [one, refused],
    ],
    [
      "a code in words",
      [
        { id: 0, error: { code: "RATE_LIMITED" } },
        { id: 1, result: "0x1" },
      ],
      [rateLimit, one],
    ],
    [
      "a code as text",
      [
        { id: 0, error: { code: "-32005", message: "slow down" } },
        { id: 1, result: "0x1" },
      ],
      [rateLimit, one],
    ],
    [
      "an error that is a sentence",
      [
        { id: 0, error: "too many requests" },
        { id: 1, result: "0x1" },
      ],
      [rateLimit, one],
    ],
    [
      "an error without an id",
      [{ id: 0, result: "0x1" }, { error: { code: 429 } }],
      [one, rateLimit],
    ],
    ["a code alone", [{ error: { code: -32005 } }], [rateLimit]],
    [
      "an element of another form",
      [{ id: 0, result: "0x1" }, "0x1" as unknown as object],
      [one, badAnswer],
    ],
  ])("is read when it answers with %s", async (_, body, expected) => {
    const { endpoint } = await open((__, response) =>
      respond(response, 200, body)
    )
    expect(await endpoint.batch(expected.map(() => chainId()))).toMatchObject(
      expected
    )
  })

  it.each<[string, unknown]>([
    ["an error without an id", { error: { code: 429, message: "x" } }],
    ["a sentence", { error: "rate limited" }],
  ])("is rate limited when it answers a batch with %s", async (_, body) => {
    const error = await errorOf((__, response) => respond(response, 200, body))
    expect(error.code).toBe("rate_limited")
  })

  describe("that answers with millions of elements", () => {
    const list = `[${"1,".repeat(7_500_000)}1]`
    const log = { address: HASH.slice(0, 42), transactionHash: HASH }
    const call = { fromBlock: 1, toBlock: 2, addresses: [], topics: [] }
    it.each<[string, string]>([
      ["the batch", list],
      ["the logs", `[{"id":0,"result":${list}}]`],
      [
        "the topics of a log",
        `[{"id":0,"result":[${JSON.stringify(log).slice(0, -1)},"topics":${list}}]}]`,
      ],
      ["the logs of a receipt", `[{"id":0,"result":{"logs":${list}}}]`],
    ])("as %s, takes no more memory than its bytes", async (what, body) => {
      const { endpoint } = await open((_, response) =>
        respond(response, 200, body)
      )
      const before = process.memoryUsage().rss

      const answer = await endpoint
        .batch([what.includes("receipt") ? receiptOf(HASH) : logsOf(call)])
        .catch((thrown: unknown) => [{ ok: false, error: thrown }])

      expect(answer).toMatchObject([badAnswer])
      // One issue for each element would take gigabytes.
      expect(process.memoryUsage().rss - before).toBeLessThan(600 * 1024 ** 2)
    })
  })

  it("is refused when a small answer is large", async () => {
    const error = await errorOf((_, response) =>
      respond(response, 200, " ".repeat(300_000))
    )
    expect(error.code).toBe("refused")
  })

  it("says how long it is not to be asked", async () => {
    const error = await errorOf((_, response) =>
      respond(response, 429, "", { "retry-after": "7" })
    )
    expect(error.retryAfterMs).toBe(7_000)
  })

  it("fails when it does not answer in time", async () => {
    const error = await errorOf(() => {}, { timeoutMs: 50 })
    expect(error.code).toBe("unreachable")
  })

  it("fails when the time for all of its requests is over", async () => {
    const all = new AbortController()
    const { server, endpoint } = await open(() => all.abort(), {
      signal: all.signal,
    })
    const request = () => endpoint.batch([chainId()])
    await expect(request()).rejects.toMatchObject({ code: "unreachable" })
    await expect(request()).rejects.toMatchObject({ code: "unreachable" })
    expect(server.requests).toHaveLength(1)
  })

  describe("that refuses batches of more than 3 calls", () => {
    const refusal = { error: { code: -32600, message: "batch too large" } }
    const calls = Array.from({ length: 10 }, () => chainId())
    const answered = calls.map(() => ({ ok: true, value: 1 }))
    const sizes = ({ requests }: RpcServer): number[] =>
      requests.splice(0).map(({ length }) => length)

    it.each<[string, object]>([
      ["one error", { id: null, ...refusal }],
      ["a response to the first call", [{ id: 0, ...refusal }]],
    ])("answers them in parts, also after %s", async (_, body) => {
      const { server, endpoint } = await open((asked, response) =>
        asked.length > 3
          ? respond(response, 200, body)
          : results(() => "0x1")(asked, response)
      )
      expect(await endpoint.batch(calls)).toEqual(answered)
      expect(sizes(server)).toEqual([10, 5, 2, 2, 2, 2, 2])
      expect(await endpoint.batch([chainId(), chainId()])).toHaveLength(2)
      expect(sizes(server)).toEqual([2])
    })

    it("is asked for more after parts that it took, since limits are raised", async () => {
      let limit = 3
      const { server, endpoint } = await open((asked, response) =>
        asked.length > limit
          ? respond(response, 200, { id: null, ...refusal })
          : results(() => "0x1")(asked, response)
      )
      await endpoint.batch(calls)
      limit = 10
      for (let batch = 1; batch <= 3; batch++) {
        await endpoint.batch(calls)
      }
      sizes(server)
      expect(await endpoint.batch(calls)).toEqual(answered)
      expect(sizes(server)).toEqual([10])
    })

    it("fails the calls of the parts that it does not answer, and only those", async () => {
      let requests = 0
      const { endpoint } = await open((asked, response) => {
        requests += 1
        return requests === 1
          ? respond(response, 200, { id: null, ...refusal })
          : requests === 2
            ? results(() => "0x1")(asked, response)
            : respond(response, 503, "")
      })
      expect(await endpoint.batch(calls.slice(0, 4))).toMatchObject([
        { ok: true },
        { ok: true },
        { ok: false, error: { code: "unreachable" } },
        { ok: false, error: { code: "unreachable" } },
      ])
    })
  })

  it("gets the user name and password of its URL as a header", async () => {
    const { server } = await open(results(() => "0x1"))
    const { host } = new URL(server.url)
    const endpoint = new RpcEndpoint({
      url: `http://user:p%40ss@${host}`,
    })
    closers.push(() => endpoint.close())
    await endpoint.batch([chainId()])
    expect(server.headers[0]?.authorization).toBe(
      `Basic ${Buffer.from("user:p@ss").toString("base64")}`
    )
  })
})
