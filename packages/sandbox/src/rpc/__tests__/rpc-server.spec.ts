import { createSandbox } from "../../index"
import { post, rpc } from "./rpc-kit"
import { testSandbox } from "../../__tests__/kit"

const sandbox = testSandbox()

const posted = async (body: unknown, chain = "POLYGON") => {
  const response = await post(sandbox, chain, body)
  return (await response.json()) as unknown
}
const chainId = { jsonrpc: "2.0", method: "eth_chainId" }

describe("the JSON-RPC address", () => {
  it("answers each call of a batch, in order", async () => {
    const bad = { jsonrpc: "2.0", id: "b", method: "eth_bad" }
    const batch = [{ ...chainId, id: 7 }, bad, 1, { ...chainId, id: null }]
    expect(await posted(batch)).toEqual([
      { jsonrpc: "2.0", id: 7, result: "0x89" },
      {
        jsonrpc: "2.0",
        id: "b",
        error: { code: -32601, message: expect.stringContaining("eth_bad") },
      },
      {
        jsonrpc: "2.0",
        id: null,
        error: { code: -32600, message: expect.any(String) },
      },
      { jsonrpc: "2.0", id: null, result: "0x89" },
    ])
  })

  it.each([
    ["{", -32700],
    ["", -32700],
    [[], -32600],
    ["1", -32600],
    [{ ...chainId, id: {} }, -32600],
    [{ id: 1, method: "eth_chainId" }, -32600],
    [{ ...chainId, method: 1, id: 1 }, -32600],
    [{ ...chainId, method: "toString", id: 1 }, -32601],
    [{ ...chainId, id: 1, params: {} }, -32602],
    [{ ...chainId, method: "eth_getCode", id: 1, params: [] }, -32602],
    [
      {
        jsonrpc: "2.0",
        id: 1,
        method: "eth_getBlockByNumber",
        params: ["latest", true],
      },
      -32602,
    ],
  ])("answers %j with the error %i", async (body, code) => {
    expect(await posted(body)).toEqual({
      jsonrpc: "2.0",
      id: code < -32600 && typeof body === "object" ? 1 : null,
      error: { code, message: expect.stringMatching(/./) },
    })
  })

  it("does not answer notifications", async () => {
    for (const body of [chainId, [chainId, chainId]]) {
      const response = await post(sandbox, "POLYGON", body)
      expect([response.status, await response.text()]).toEqual([200, ""])
    }
    expect(await posted([chainId, { ...chainId, id: 1 }])).toHaveLength(1)
  })

  it("takes the chain's code in any case, and no other", async () => {
    const call = { ...chainId, id: 1 }
    expect(await posted(call, "bsc")).toMatchObject({ result: "0x38" })
    for (const path of ["SOLANA", "", "POLYGON/x/y"]) {
      const response = await post(sandbox, path, call)
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({
        error: { message: expect.stringContaining("/POLYGON") },
      })
    }
  })

  it("keeps its requests, without long filters", async () => {
    await rpc(sandbox, "BASE", "eth_blockNumber")
    expect(sandbox.requests({ api: "rpc" })).toMatchObject([
      {
        path: "/BASE",
        status: 200,
        body: { method: "eth_blockNumber", params: [] },
      },
    ])
    const topics = Array<string>(200).fill(`0x${"0".repeat(64)}`)
    await rpc(sandbox, "BASE", "eth_getLogs", { topics: [topics] })
    expect(sandbox.requests({ api: "rpc" }).at(-1)?.body).toEqual([
      "eth_getLogs",
    ])
    expect(sandbox.requests({ api: "business" })).toEqual([])
  })

  it("refuses a body over 1 MiB", async () => {
    const response = await post(sandbox, "ETH", " ".repeat(2 ** 20 + 1))
    expect(response.status).toBe(413)
  })

  it("is empty again after a reset", async () => {
    sandbox.chain.mine("ETH", 3)
    sandbox.chain.setFinality("ETH", 3)
    await sandbox.reset()
    expect(await rpc(sandbox, "ETH", "eth_blockNumber")).toMatchObject({
      result: "0x0",
    })
    expect(sandbox.chain.head("ETH").finalityDepth).toBe(0)
  })
})

it("an idle network has a new block after a minute, like one that never pauses", async () => {
  let now = 1_700_000_000_000
  const clock = vi.spyOn(Date, "now").mockImplementation(() => now)
  const own = await createSandbox()
  try {
    const head = async () =>
      (await rpc(own, "ETH", "eth_getBlockByNumber", "latest", false)).result
    now += 59_000
    expect(await head()).toMatchObject({ number: "0x0" })
    now += 600_000
    const timestamp = `0x${Math.floor(now / 1000).toString(16)}`
    expect(await head()).toMatchObject({ number: "0x1", timestamp })
    expect(await head()).toMatchObject({ number: "0x1" })
  } finally {
    clock.mockRestore()
    await own.close()
  }
})

it("finality is set at the start, for all chains or for each", async () => {
  const own = await createSandbox({ finality: 12 })
  try {
    expect(own.chain.heads().map((head) => head.finalityDepth)).toEqual(
      Array(6).fill(12)
    )
  } finally {
    await own.close()
  }
  await expect(createSandbox({ finality: -1 })).rejects.toThrow("finality")
})
