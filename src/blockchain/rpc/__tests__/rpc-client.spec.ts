import { chainId, newestBlock, receiptOf, RpcClient, RpcEndpoint } from ".."
import {
  type Answering,
  respond,
  results,
  type RpcServer,
  startRpcServer,
} from "./rpc-server"

/** Milliseconds since 1970. */
const TIME = Date.parse("2026-11-20T12:00:00Z")

const DOWN: Answering = (_, response) => respond(response, 503, "")
const REFUSES_THE_SECOND: Answering = (asked, response) =>
  respond(response, 200, [
    { id: asked[0]?.id, result: "0x1" },
    { id: asked[1]?.id, error: { code: -32601, message: "no method" } },
  ])

const HASH = `0x${"ab".repeat(32)}`
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

describe("several endpoints of a chain", () => {
  const closers: (() => Promise<unknown>)[] = []
  let now = 1_000

  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) {
      await close()
    }
  })

  async function open(
    ...answers: Answering[]
  ): Promise<{ servers: RpcServer[]; client: RpcClient }> {
    const servers = await Promise.all(answers.map(startRpcServer))
    const client = new RpcClient(
      servers.map(({ url }) => new RpcEndpoint({ url })),
      { now: () => now, time: () => TIME }
    )
    closers.push(...servers.map(({ close }) => close), () => client.close())
    return { servers, client }
  }

  const counts = (servers: readonly RpcServer[]): number[] =>
    servers.map(({ requests }) => requests.length)

  it("are asked in order, and the others not at all while the first answers", async () => {
    const { servers, client } = await open(
      results(() => "0x1"),
      results(() => "0x2")
    )
    expect(await client.batch([chainId()])).toEqual([{ ok: true, value: 1 }])
    expect(counts(servers)).toEqual([1, 0])
  })

  it("stand in for one that is down, which is then spared for a while", async () => {
    const { servers, client } = await open(
      DOWN,
      results(() => "0x2")
    )
    expect(await client.batch([chainId()])).toEqual([{ ok: true, value: 2 }])
    await client.batch([chainId()])
    expect(counts(servers)).toEqual([1, 2])
    now += 6_000
    await client.batch([chainId()])
    expect(counts(servers)).toEqual([2, 3])
  })

  it("are spared until the time that they name", async () => {
    const { servers, client } = await open(
      (_, response) => respond(response, 429, "", { "retry-after": "60" }),
      results(() => "0x2")
    )
    await client.batch([chainId()])
    now += 59_000
    await client.batch([chainId()])
    expect(counts(servers)).toEqual([1, 2])
    now += 2_000
    await client.batch([chainId()])
    expect(counts(servers)).toEqual([2, 3])
  })

  it("answer all calls where another refuses one, so that no answer is of another fork", async () => {
    const { servers, client } = await open(
      REFUSES_THE_SECOND,
      results(() => "0x2")
    )
    expect(await client.batch([chainId(), chainId()])).toEqual([
      { ok: true, value: 2 },
      { ok: true, value: 2 },
    ])
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
        { ok: true, value: 1 },
        { ok: false, error: { code: "refused" } },
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
        { ok: true, value: { number: 100 } },
        { ok: true, value: { blockNumber: 100 } },
      ])
      await client.batch(calls)
      expect(counts(servers)).toEqual([1, 2])
    }
  )

  it("that are all stuck have no answer, rather than a wrong one", async () => {
    const stuck = nodeAt(block(90, 30 * 60_000), null)
    const { client } = await open(stuck, stuck)
    const answers = await client.batch([newestBlock(), receiptOf(HASH)])
    expect(answers).toMatchObject([
      { ok: false },
      {
        ok: false,
        error: {
          code: "bad_answer",
          message: expect.stringContaining("no block of the last 10 minutes"),
        },
      },
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
    const answers = await client.batch([newestBlock(), receiptOf(HASH)])
    expect(answers).toMatchObject([
      { ok: true, value: { number: 99 } },
      { ok: true, value: null },
    ])
  })

  it("rest longer after each failure, and as at first after an answer", async () => {
    let isDown = true
    const { servers, client } = await open(
      (asked, response) =>
        (isDown ? DOWN : results(() => "0x1"))(asked, response),
      results(() => "0x2")
    )
    const askedAfter = async (ms: number): Promise<boolean> => {
      const before = servers[0]!.requests.length
      now += ms
      await client.batch([chainId()])
      return servers[0]!.requests.length > before
    }
    expect(await askedAfter(0)).toBe(true)
    for (const rest of [5_000, 10_000, 20_000, 40_000, 40_000]) {
      expect(await askedAfter(rest - 1)).toBe(false)
      expect(await askedAfter(1)).toBe(true)
    }
    isDown = false
    expect(await askedAfter(40_000)).toBe(true)
    isDown = true
    expect(await askedAfter(0)).toBe(true)
    expect(await askedAfter(5_000)).toBe(true)
  })

  it("that hang are waited for once, and then rest while one request tries them", async () => {
    const waiting: (() => void)[] = []
    const { servers, client } = await open((asked, response) => {
      waiting.push(() => {
        now += 15_000
        DOWN(asked, response)
      })
    })
    const asked = async (count: number): Promise<void> =>
      void (await vi.waitUntil(() => waiting.length === count))
    const unknown = [{ ok: false, error: { code: "unreachable" } }]

    const first = client.batch([chainId()])
    await asked(1)
    waiting[0]!()
    expect(await first).toMatchObject(unknown)
    expect(await client.batch([chainId()])).toMatchObject(unknown)

    now += 5_000
    const second = client.batch([chainId()])
    await asked(2)
    expect(await client.batch([chainId()])).toMatchObject(unknown)
    waiting[1]!()
    expect(await second).toMatchObject(unknown)
    expect(counts(servers)).toEqual([2])
  })

  it("are not asked before the time that the only one names", async () => {
    const { servers, client } = await open((_, response) =>
      respond(response, 429, "", { "retry-after": "60" })
    )
    for (const [ms, requests] of [
      [0, 1],
      [59_000, 1],
      [2_000, 2],
    ] as const) {
      now += ms
      expect(await client.batch([chainId()])).toMatchObject([
        { ok: false, error: { code: "rate_limited" } },
      ])
      expect(counts(servers)).toEqual([requests])
    }
  })

  it("that can't be used give an error for each call", async () => {
    const { client } = await open()
    expect(await client.batch([chainId(), chainId()])).toMatchObject([
      { ok: false, error: { code: "unreachable" } },
      { ok: false, error: { message: "No endpoint can be used." } },
    ])
  })

  it("that are all down give an error for each call, and are asked again", async () => {
    const { servers, client } = await open(DOWN, DOWN)
    for (let pass = 1; pass <= 2; pass++) {
      expect(await client.batch([chainId(), chainId()])).toMatchObject([
        { ok: false, error: { code: "unreachable" } },
        { ok: false, error: { code: "unreachable" } },
      ])
      expect(counts(servers)).toEqual([pass, pass])
    }
  })
})
