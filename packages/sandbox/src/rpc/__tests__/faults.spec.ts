import {
  blockOf,
  newestBlock,
  receiptOf,
  RpcClient,
} from "../../../../../src/blockchain/rpc"
import { waitFor } from "../../../../../tools/harness/wait-for"
import { createSandbox, type RpcFault } from "../../index"
import { post, rpc, transferred } from "./rpc-kit"
import { testSandbox } from "../../__tests__/kit"

const sandbox = testSandbox()

const call = { jsonrpc: "2.0", id: 1, method: "eth_chainId" }
const status = async (path: string, body: unknown = call) =>
  (await post(sandbox, path, body)).status

describe("a fault of JSON-RPC", () => {
  it("affects the given number of matching requests", async () => {
    sandbox.faultRpc({ kind: "status", chain: "BASE", times: 2 })
    expect(await status("ETH")).toBe(200)
    expect([await status("BASE"), await status("base")]).toEqual([503, 503])
    expect(await status("BASE")).toBe(200)
    expect(sandbox.faults().rpc).toEqual([])
  })

  it("stays until it is cleared, if it is planned for always", async () => {
    sandbox.faultRpc({ kind: "status", status: 500, times: "always" })
    for (const chain of ["ETH", "BSC", "ETH"]) {
      expect(await status(chain)).toBe(500)
    }
    expect(sandbox.faults().rpc).toMatchObject([{ times: "always" }])
    sandbox.clearFaults()
    expect(await status("ETH")).toBe(200)
  })

  it("ends with a reset", async () => {
    sandbox.faultRpc({ kind: "status", times: "always" })
    await sandbox.reset()
    expect(await status("ETH")).toBe(200)
  })

  it("affects requests that call a method, also in a batch", async () => {
    sandbox.faultRpc({ kind: "status", method: "eth_getLogs" })
    expect(await status("ETH")).toBe(200)
    const getLogs = { ...call, method: "eth_getLogs", params: [{}] }
    expect(await status("ETH", [call, getLogs])).toBe(503)
  })

  it.each([
    [{ status: 429, retryAfter: 7 }, "rate_limited"],
    [{ status: 500 }, "unreachable"],
    [{ status: 200, body: "<html>Just a moment…" }, "bad_answer"],
    [{ status: 401, body: "Unauthorized" }, "refused"],
  ])("answers with the HTTP response %j", async (fault, code) => {
    sandbox.faultRpc({ kind: "status", ...fault })
    expect(await failure()).toMatchObject({ code })
  })

  it.each([
    ["reset", "unreachable"],
    ["half", "unreachable"],
    ["broken_json", "bad_answer"],
  ] as const)("%s gives the client no answer", async (kind, code) => {
    sandbox.faultRpc({ kind })
    expect(await failure()).toMatchObject({ code })
    await waitFor(
      "the sandbox to record the request",
      async () => sandbox.requests().at(-1)?.fault === kind
    )
  })

  it("hang gives no answer, however long the client waits", async () => {
    sandbox.faultRpc({ kind: "hang" })
    const client = new AbortController()
    const failed = failure({ signal: client.signal })
    await waitFor(
      "the request to arrive",
      async () => sandbox.faults().rpc.length === 0
    )
    client.abort()
    expect(await failed).toMatchObject({ code: "unreachable" })
    await waitFor(
      "the sandbox to record the request",
      async () => sandbox.requests().at(-1)?.fault === "hang"
    )
  })

  it("delay answers late", async () => {
    sandbox.faultRpc({ kind: "delay", ms: 60 })
    const started = performance.now()
    expect(await rpc(sandbox, "ETH", "eth_chainId")).toMatchObject({
      result: "0x1",
    })
    expect(performance.now() - started).toBeGreaterThanOrEqual(55)
  })

  it("rpc_error answers the calls of its method, and others as usual", async () => {
    sandbox.faultRpc({ kind: "rpc_error", method: "eth_blockNumber" })
    const response = await post(sandbox, "ETH", [
      call,
      { ...call, id: 2, method: "eth_blockNumber" },
    ])
    expect(await response.json()).toEqual([
      { jsonrpc: "2.0", id: 1, result: "0x1" },
      {
        jsonrpc: "2.0",
        id: 2,
        error: { code: -32005, message: "limit exceeded" },
      },
    ])
    sandbox.faultRpc({ kind: "rpc_error", code: -32000, message: "busy" })
    expect(await rpc(sandbox, "ETH", "eth_chainId")).toMatchObject({
      error: { code: -32000, message: "busy" },
    })
  })

  it("lag hides the last blocks, with their transactions and logs", async () => {
    const { txHash, block } = await transferred(sandbox)
    const behind = async (method: string, ...params: unknown[]) => {
      sandbox.faultRpc({ kind: "lag", blocks: 1 })
      return (await rpc(sandbox, "POLYGON", method, ...params)).result
    }
    const hex = (number: number) => `0x${number.toString(16)}`
    const before = hex(block - 1)
    expect(await behind("eth_blockNumber")).toBe(before)
    for (const tag of ["latest", "finalized"]) {
      expect(await behind("eth_getBlockByNumber", tag, false)).toMatchObject({
        number: before,
      })
    }
    expect(await behind("eth_getBlockByNumber", hex(block), false)).toBeNull()
    expect(await behind("eth_getTransactionReceipt", txHash)).toBeNull()
    const logs = { fromBlock: "0x0", toBlock: hex(block) }
    expect(await behind("eth_getLogs", logs)).toHaveLength(1)
    const { hash } = sandbox.chain.head("POLYGON")
    expect(await behind("eth_getLogs", { blockHash: hash })).toBeUndefined()
    expect(
      (await rpc(sandbox, "POLYGON", "eth_getLogs", logs)).result
    ).toHaveLength(2)
  })

  it("stuck answers as a node whose newest block is old, so that another stands in", async () => {
    const { txHash, block } = await transferred(sandbox)
    sandbox.faultRpc({ kind: "stuck", node: "a", times: "always" })
    const client = new RpcClient(
      ["a", "b"].map((node) => `${sandbox.urls.rpc}/POLYGON/${node}`)
    )
    expect(
      await client.batch([newestBlock(), receiptOf(txHash)])
    ).toMatchObject([
      { ok: true, value: { number: block } },
      { ok: true, value: { blockNumber: block } },
    ])
    expect(sandbox.requests({ api: "rpc" }).map(({ fault }) => fault)).toEqual([
      "stuck",
      null,
    ])
  })

  it.each([
    { kind: "explode" },
    { kind: "lag", blocks: 0 },
    { kind: "status", times: 0 },
    { kind: "status", times: "never" },
    { kind: "status", chain: "SOLANA" },
    { kind: "status", endpoint: "create" },
  ])("is rejected if it is %j", (fault) => {
    expect(() => sandbox.faultRpc(fault as RpcFault)).toThrow("The fault")
  })
})

/** The error of the plugin's own client. */
async function failure(
  options: { signal?: AbortSignal } = {}
): Promise<unknown> {
  const url = `${sandbox.urls.rpc}/ETH`
  const client = new RpcClient([url], options)
  const [result] = await client.batch([blockOf("latest")])
  sandbox.clearFaults()
  return result.ok ? null : result.error
}

describe("the rules of a node", () => {
  const getLogs = async (filter: object) =>
    (await rpc(sandbox, "POLYGON", "eth_getLogs", filter)).error

  it("limit the blocks of a query, both ends included", async () => {
    sandbox.setRules({ rpc: { POLYGON: { maxLogRange: 10 } } })
    expect(await getLogs({ fromBlock: "0x0", toBlock: "0x9" })).toBeUndefined()
    expect(await getLogs({ fromBlock: "0x0", toBlock: "0xa" })).toEqual({
      code: -32614,
      message: "eth_getLogs is limited to a 10 range",
    })
    sandbox.chain.mine("POLYGON", 10)
    expect(await getLogs({ fromBlock: "0x0" })).toMatchObject({ code: -32614 })
    expect(
      (
        await rpc(sandbox, "BASE", "eth_getLogs", {
          fromBlock: "0x0",
          toBlock: "0xff",
        })
      ).result
    ).toEqual([])
  })

  it("limit the logs of an answer", async () => {
    await transferred(sandbox)
    sandbox.setRules({ rpc: { POLYGON: { maxLogs: 2 } } })
    expect(await getLogs({ fromBlock: "0x0" })).toBeUndefined()
    await transferred(sandbox)
    expect(await getLogs({ fromBlock: "0x0" })).toMatchObject({
      code: -32602,
      message: expect.stringContaining("cap of 2 logs"),
    })
  })

  it("limit or refuse batches", async () => {
    const batch = async () =>
      (await post(sandbox, "ETH", [call, call])).json() as Promise<unknown>
    sandbox.setRules({ rpc: { ETH: { maxBatch: 1 } } })
    expect(await batch()).toMatchObject([
      { id: 1, error: { code: -32600, message: "batch too large" } },
    ])
    sandbox.setRules({ rpc: { ETH: { maxBatch: 0 } } })
    expect(await batch()).toMatchObject({
      id: null,
      error: { code: -32600, message: "batch requests are not supported" },
    })
    expect(await status("ETH")).toBe(200)
    sandbox.setRules({ rpc: { ETH: { maxBatch: null } } })
    expect(await batch()).toHaveLength(2)
  })

  it.each([-32602, -39001] as const)(
    "answer %i to the tags safe and finalized, and others as usual",
    async (finalizedTagError) => {
      sandbox.setRules({ rpc: { BSC: { finalizedTagError } } })
      const block = async (tag: string) =>
        (await rpc(sandbox, "BSC", "eth_getBlockByNumber", tag, false)).error
          ?.code
      expect(await block("finalized")).toBe(finalizedTagError)
      expect(await block("safe")).toBe(finalizedTagError)
      expect(await block("latest")).toBeUndefined()
    }
  )

  it("change one by one, and return to those of the start with a reset", async () => {
    const own = await createSandbox({ rpc: { BASE: { maxLogs: 5 } } })
    try {
      own.setRules({ rpc: { BASE: { maxBatch: 3 }, ETH: { maxLogs: 1 } } })
      own.setRules({ chains: ["BASE"] })
      const unlimited = {
        maxLogRange: null,
        maxLogs: null,
        maxBatch: null,
        finalizedTagError: null,
      }
      expect(own.rules.rpc.BASE).toEqual({
        ...unlimited,
        maxLogs: 5,
        maxBatch: 3,
      })
      await own.reset()
      expect(own.rules.rpc).toMatchObject({
        BASE: { ...unlimited, maxLogs: 5 },
        ETH: unlimited,
      })
    } finally {
      await own.close()
    }
  })

  it.each([
    { SOLANA: {} },
    { BASE: { maxRange: 1 } },
    { BASE: { maxLogRange: 0 } },
    { BASE: { finalizedTagError: -1 } },
  ])("are rejected if they are %j", (rules) => {
    expect(() => sandbox.setRules({ rpc: rules as never })).toThrow("rpc")
  })
})
