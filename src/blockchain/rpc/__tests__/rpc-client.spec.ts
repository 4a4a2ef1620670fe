import { chainId, RpcClient, RpcEndpoint } from ".."
import {
  type Answering,
  respond,
  results,
  type RpcServer,
  startRpcServer,
} from "./rpc-server"

const DOWN: Answering = (_, response) => respond(response, 503, "")
const REFUSES_THE_SECOND: Answering = (asked, response) =>
  respond(response, 200, [
    { id: asked[0]?.id, result: "0x1" },
    { id: asked[1]?.id, error: { code: -32601, message: "no method" } },
  ])

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
      servers.map(({ url }) => new RpcEndpoint({ url, addressScope: "any" })),
      () => now
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

  it("answer the calls that another refuses, and only those", async () => {
    const { servers, client } = await open(
      REFUSES_THE_SECOND,
      results(() => "0x2")
    )
    expect(await client.batch([chainId(), chainId()])).toEqual([
      { ok: true, value: 1 },
      { ok: true, value: 2 },
    ])
    expect(servers[1]?.requests[0]).toHaveLength(1)
  })

  it("answer calls together, so that none is answered by one that lags behind", async () => {
    const { servers, client } = await open(
      REFUSES_THE_SECOND,
      results(() => "0x2")
    )
    const calls = [chainId(), chainId()]
    expect(await client.batch(calls, { together: true })).toEqual([
      { ok: true, value: 2 },
      { ok: true, value: 2 },
    ])
    expect(servers[1]?.requests[0]).toHaveLength(2)
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
