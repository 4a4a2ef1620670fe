import { testSandbox } from "../../__tests__/kit"

const sandbox = testSandbox()
const TO = `0x${"5e".repeat(20)}`

/** Posts a body to a chain's JSON-RPC, without the plugin's own client. */
async function post(body: unknown, path = "POLYGON") {
  const response = await fetch(`${sandbox.urls.rpc}/${path}`, {
    method: "POST",
    body: typeof body === "string" ? body : JSON.stringify(body),
  })
  return { status: response.status, json: (await response.json()) as unknown }
}

const call = (method: string, ...params: unknown[]) => ({
  jsonrpc: "2.0",
  id: 7,
  method,
  params,
})

const blockNumber = async (tag: string) => {
  const { json } = await post(call("eth_getBlockByNumber", tag, false))
  return Number((json as { result: { number: string } }).result.number)
}

// The answers of a node are compared with those of a real one in integration-tests/blockchain.
describe("the JSON-RPC address", () => {
  it("answers each call of a batch, and those that it refuses with their error", async () => {
    const invalid = { jsonrpc: "2.0", id: 1 }
    const batch = [call("eth_chainId"), call("eth_bad"), invalid]
    expect((await post(batch)).json).toEqual([
      { jsonrpc: "2.0", id: 7, result: "0x89" },
      {
        jsonrpc: "2.0",
        id: 7,
        error: { code: -32601, message: expect.stringContaining("eth_bad") },
      },
      {
        jsonrpc: "2.0",
        id: null,
        error: { code: -32600, message: expect.any(String) },
      },
    ])
  })

  it.each([
    ["{", -32600],
    [call("toString"), -32601],
    [call("eth_getBlockByNumber", "latest", true), -32602],
    [call("eth_getTransactionReceipt", "0x12"), -32602],
  ])("answers %j with the error %i", async (body, code) => {
    expect((await post(body)).json).toMatchObject({ error: { code } })
  })

  it("takes a chain's code in any case, with the name of a node, and no other", async () => {
    for (const path of ["bsc", "BSC/second"]) {
      expect((await post(call("eth_chainId"), path)).json).toMatchObject({
        result: "0x38",
      })
    }
    expect((await post(call("eth_chainId"), "SOLANA")).status).toBe(404)
  })

  it("has final blocks so many behind the last one, and never fewer", async () => {
    const chain = sandbox.chain("POLYGON")
    chain.setFinality(5)
    chain.mine(12)
    const [latest, finalized] = [
      await blockNumber("latest"),
      await blockNumber("finalized"),
    ]
    expect(latest - finalized).toBe(5)
    chain.setFinality(9)
    expect(await blockNumber("finalized")).toBe(finalized)
  })

  it("adds a block to one that is a minute old, as networks never pause", async () => {
    const before = await blockNumber("latest")
    sandbox.chain("POLYGON").age(61)
    expect(await blockNumber("latest")).toBe(before + 1)
  })

  it("has balances of a network's own coin, and receipts of its transfers without a log", async () => {
    const amount = "0.004"
    const coins = { chain: "POLYGON", currency: "POL", to: TO, amount } as const
    const { txHash } = sandbox.send(coins)
    expect((await post(call("eth_getBalance", TO, "latest"))).json).toEqual({
      jsonrpc: "2.0",
      id: 7,
      result: `0x${(4n * 10n ** 15n).toString(16)}`,
    })
    const receipt = await post(call("eth_getTransactionReceipt", txHash))
    expect(receipt.json).toMatchObject({ result: { status: "0x1", logs: [] } })
  })

  it("fails as planned, on one chain or on all, and not with the faults of the APIs", async () => {
    sandbox.fault({ kind: "reset" })
    sandbox.fault({ api: "rpc", endpoint: "BASE", kind: "status", status: 429 })
    const statusOn = async (chain: string) =>
      (await post(call("eth_chainId"), chain)).status
    expect(await statusOn("POLYGON")).toBe(200)
    expect(await statusOn("BASE")).toBe(429)
    expect(await statusOn("BASE")).toBe(200)
    sandbox.fault({ api: "rpc", kind: "status" })
    expect(await statusOn("ETH")).toBe(503)
  })

  it("records the names of the methods", async () => {
    await post([call("eth_chainId"), call("eth_bad")])
    expect(sandbox.requests({ api: "rpc" })).toMatchObject([
      { endpoint: "POLYGON", body: ["eth_chainId", "eth_bad"] },
    ])
  })

  it.each([
    [{ amount: "-1" }, "-1"],
    [{ amount: "0.0000001" }, "6 fraction digits"],
    [{ to: "0x5e" }, "not an address"],
    [{ currency: "EURC" }, "no coin EURC"],
  ])("moves no coins by %j", (fields, reason) => {
    const coins = {
      chain: "BASE",
      currency: "USDC",
      to: TO,
      amount: "1",
    } as const
    expect(() => sandbox.send({ ...coins, ...fields })).toThrow(reason)
    expect(sandbox.chain("BASE").transfers).toEqual([])
  })
})
