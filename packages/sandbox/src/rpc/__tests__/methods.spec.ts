import { NETWORKS } from "../../../../../src/blockchain/networks"
import type { Chain } from "../../../../../src/gateway/schemas"
import { rpc, transferred } from "./rpc-kit"
import { testSandbox } from "../../__tests__/kit"

/** Forms that a strict client such as viem parses. */
const QUANTITY = /^0x(0|[1-9a-f][0-9a-f]*)$/
const HASH = /^0x[0-9a-f]{64}$/
const ADDRESS = /^0x[0-9a-f]{40}$/
const BLOOM = /^0x[0-9a-f]{512}$/

const matching = (pattern: RegExp) =>
  expect.stringMatching(pattern) as unknown as string

const TRANSFER =
  "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"

const padded = (address: string) => `0x${address.slice(2).padStart(64, "0")}`

const chains = NETWORKS.map(({ chain }) => chain as Chain)

const sandbox = testSandbox()

const call = (method: string, ...params: unknown[]) =>
  rpc(sandbox, "POLYGON", method, ...params)

const contractOf = (chain: Chain, coin: string) =>
  NETWORKS.find((network) => network.chain === chain)!.tokens[coin]!.address

it.each([
  ["POLYGON", "0x89", "137"],
  ["ETH", "0x1", "1"],
  ["BASE", "0x2105", "8453"],
  ["ARBITRUM", "0xa4b1", "42161"],
  ["BSC", "0x38", "56"],
  ["AVALANCHE", "0xa86a", "43114"],
] as const)("%s has the chain id %s", async (chain, hex, decimal) => {
  expect(await rpc(sandbox, chain, "eth_chainId")).toMatchObject({
    result: hex,
  })
  expect(await rpc(sandbox, chain, "net_version")).toMatchObject({
    result: decimal,
  })
})

it.each(["web3_clientVersion", "eth_gasPrice", "eth_blockNumber"])(
  "%s has an answer",
  async (method) => {
    expect((await call(method)).result).toMatch(/./)
  }
)

describe("eth_getBlockByNumber", () => {
  it("returns a block in the form of geth", async () => {
    const { txHash } = await transferred(sandbox)
    expect(await call("eth_getBlockByNumber", "0x2", false)).toEqual({
      jsonrpc: "2.0",
      id: 1,
      result: {
        number: "0x2",
        hash: matching(HASH),
        parentHash: matching(HASH),
        sha3Uncles: matching(HASH),
        logsBloom: matching(BLOOM),
        transactionsRoot: matching(HASH),
        stateRoot: matching(HASH),
        receiptsRoot: matching(HASH),
        miner: matching(ADDRESS),
        difficulty: "0x0",
        extraData: "0x",
        gasLimit: matching(QUANTITY),
        gasUsed: matching(QUANTITY),
        timestamp: matching(QUANTITY),
        mixHash: matching(HASH),
        nonce: "0x0000000000000000",
        baseFeePerGas: matching(QUANTITY),
        size: matching(QUANTITY),
        uncles: [],
        transactions: [txHash],
      },
    })
  })

  it.each([
    ["earliest", "0x0"],
    ["0x0", "0x0"],
    ["safe", "0x2"],
    ["finalized", "0x2"],
    ["latest", "0x5"],
  ])("%s is block %s", async (tag, number) => {
    sandbox.chain.setFinality("POLYGON", 3)
    sandbox.chain.mine("POLYGON", 5)
    const { result } = await call("eth_getBlockByNumber", tag, false)
    expect(result).toMatchObject({ number })
  })

  it("is null for a block that is not mined yet", async () => {
    expect(await call("eth_getBlockByNumber", "0x1", false)).toMatchObject({
      result: null,
    })
  })
})

describe("eth_getTransactionReceipt", () => {
  it("returns a receipt in the form of geth", async () => {
    const { txHash, from, to } = await transferred(sandbox)
    const token = contractOf("POLYGON", "USDT").toLowerCase()
    const { result } = await call("eth_getTransactionReceipt", txHash)
    expect(result).toEqual({
      type: "0x2",
      status: "0x1",
      cumulativeGasUsed: matching(QUANTITY),
      logs: [
        {
          address: token,
          topics: [TRANSFER, padded(from), padded(to)],
          data: `0x${(10_500_000).toString(16).padStart(64, "0")}`,
          blockNumber: "0x2",
          transactionHash: txHash,
          transactionIndex: "0x0",
          blockHash: matching(HASH),
          blockTimestamp: matching(QUANTITY),
          logIndex: "0x0",
          removed: false,
        },
      ],
      logsBloom: matching(BLOOM),
      transactionHash: txHash,
      transactionIndex: "0x0",
      blockHash: matching(HASH),
      blockNumber: "0x2",
      gasUsed: matching(QUANTITY),
      effectiveGasPrice: matching(QUANTITY),
      from,
      to: token,
      contractAddress: null,
    })
  })

  it("has no logs if the transaction reverted", async () => {
    const { from, to } = await transferred(sandbox)
    const { txHash } = await sandbox.chain.failTransfer({
      chain: "POLYGON",
      currency: "USDT",
      from,
      to,
      amount: "1",
    })
    const { result } = await call("eth_getTransactionReceipt", txHash)
    expect(result).toMatchObject({ status: "0x0", logs: [] })
    expect(result).toMatchObject({ logsBloom: `0x${"0".repeat(512)}` })
  })

  it("is null for a transaction of another chain, or of none", async () => {
    const { txHash } = await transferred(sandbox)
    const elsewhere = await rpc(
      sandbox,
      "ETH",
      "eth_getTransactionReceipt",
      txHash
    )
    expect(elsewhere).toMatchObject({ result: null })
    const unknown = `0x${"ab".repeat(32)}`
    expect(await call("eth_getTransactionReceipt", unknown)).toMatchObject({
      result: null,
    })
  })
})

describe("eth_call", () => {
  const calling = (chain: Chain, to: string, data: string) =>
    rpc(sandbox, chain, "eth_call", { to, data }, "latest")

  it.each(chains)("reads the coins' decimals on %s", async (chain) => {
    const { tokens } = NETWORKS.find((network) => network.chain === chain)!
    for (const { address, decimals } of Object.values(tokens)) {
      const { result } = await calling(chain, address, "0x313ce567")
      expect(BigInt(result as string)).toBe(BigInt(decimals))
    }
  })

  it.each([
    ["ETH", "USDT", "USDT"],
    ["POLYGON", "USDC", "USDC"],
    ["POLYGON", "USDT", "USDT0"],
    ["ARBITRUM", "USDT", "USD₮0"],
    ["AVALANCHE", "USDT", "USDt"],
  ] as const)(
    "reads the symbol that %s has for %s: %s",
    async (chain, coin, symbol) => {
      const to = contractOf(chain, coin)
      const { result } = await calling(chain, to, "0x95d89b41")
      expect(stringIn(result)).toBe(symbol)
    }
  )

  it("reads a balance", async () => {
    const { to } = await transferred(sandbox)
    const { result } = await calling(
      "POLYGON",
      contractOf("POLYGON", "USDT"),
      `0x70a08231${padded(to).slice(2)}`
    )
    expect(BigInt(result as string)).toBe(10_500_000n)
  })

  it.each(["0x06fdde03", "0x", "0x70a08231", `0x70a08231${"f".repeat(64)}`])(
    "reverts for %s, which a coin's contract does not take",
    async (data) => {
      const to = contractOf("ETH", "USDT")
      expect(await calling("ETH", to, data)).toMatchObject({
        error: { code: -32000, message: "execution reverted" },
      })
    }
  )
})

it("eth_getCode tells contracts from other accounts", async () => {
  const coin = contractOf("POLYGON", "USDC")
  expect((await call("eth_getCode", coin, "latest")).result).toMatch(/^0x../)
  const account = await sandbox.chain.createAccount()
  expect(await call("eth_getCode", account, "latest")).toMatchObject({
    result: "0x",
  })
})

it("eth_getBalance is of the network's own coin, at the block that it names", async () => {
  const to = await sandbox.chain.createAccount()
  const { block } = sandbox.chain.head("POLYGON")
  sandbox.chain.payNative({ chain: "POLYGON", to, amount: "0.004" })
  const at = async (tag: string) =>
    (await call("eth_getBalance", to, tag)).result
  expect(await at(`0x${block.toString(16)}`)).toBe("0x0")
  expect(await at("finalized")).toBe(`0x${(4n * 10n ** 15n).toString(16)}`)
})

/** Decodes the ABI's encoding of a string. */
function stringIn(result: unknown): string {
  const bytes = Buffer.from(String(result).slice(2), "hex")
  const length = Number(BigInt(`0x${bytes.subarray(32, 64).toString("hex")}`))
  expect(bytes.length % 32).toBe(0)
  return bytes.subarray(64, 64 + length).toString("utf8")
}
