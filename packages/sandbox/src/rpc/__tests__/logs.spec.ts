import type { Receipt } from "../../index"
import { rpc, transferred } from "./rpc-kit"
import { testSandbox } from "../../__tests__/kit"

const TRANSFER =
  "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"

type Log = { transactionHash: string; blockNumber: string; logIndex: string }

const padded = (address: string) => `0x${address.slice(2).padStart(64, "0")}`
const topic = (address: string) =>
  padded(address).toUpperCase().replace("X", "x")
const hex = (number: number) => `0x${number.toString(16)}`

const sandbox = testSandbox({ finality: { POLYGON: 2 } })
let first: Receipt
let second: Receipt

beforeEach(async () => {
  first = await transferred(sandbox)
  second = await transferred(sandbox, { chain: "POLYGON", currency: "USDC" })
})

const getLogs = (filter: object) =>
  rpc(sandbox, "POLYGON", "eth_getLogs", filter)

/** Hashes of the transactions with matching logs. */
async function found(filter: object): Promise<string[]> {
  const everywhere = { fromBlock: "earliest", toBlock: "latest" }
  const { result } = await getLogs({ ...everywhere, ...filter })
  return (result as Log[]).map(({ transactionHash }) => transactionHash)
}

describe("eth_getLogs", () => {
  it("finds transfers to addresses, in the order of blocks", async () => {
    const to = [second, first].map((receipt) => topic(receipt.to))
    const topics = [TRANSFER, null, to]
    expect(await found({ topics })).toEqual([first.txHash, second.txHash])
    expect(await found({ topics: [TRANSFER, null, to[0]] })).toEqual([
      second.txHash,
    ])
    expect(await found({ topics: [[TRANSFER], topic(first.from)] })).toEqual([
      first.txHash,
    ])
  })

  it("includes both ends of a range, by number or by tag", async () => {
    const within = (fromBlock?: string, toBlock?: string) =>
      found({ fromBlock, toBlock })
    expect(await within(hex(first.block), hex(first.block))).toEqual([
      first.txHash,
    ])
    expect(await within(hex(first.block), hex(second.block))).toHaveLength(3)
    expect(await within("earliest", "finalized")).toHaveLength(2)
    expect(await within("safe", "latest")).toHaveLength(3)
    expect(await within()).toEqual([second.txHash])
    expect(await within("latest", hex(second.block + 100))).toEqual([
      second.txHash,
    ])
  })

  it("reads a single block by its hash", async () => {
    const { hash } = sandbox.chain.head("POLYGON")
    const in_ = async (filter: object) => (await getLogs(filter)).error?.code
    const { result } = await getLogs({ blockHash: hash })
    expect(result).toMatchObject([{ transactionHash: second.txHash }])
    expect(await in_({ blockHash: hash, fromBlock: "0x1" })).toBe(-32602)
    sandbox.chain.reorg("POLYGON", 1)
    expect(await in_({ blockHash: hash })).toBe(-32000)
  })

  it.each([
    [{ fromBlock: "0x2", toBlock: "0x1" }],
    [{ fromBlock: "0x01" }],
    [{ fromBlock: 1 }],
    [{ fromBlock: "newest" }],
    [{ address: "0x1" }],
    [{ topics: ["0x1"] }],
    [{ topics: [null, null, null, null, null] }],
    [{ blockHash: "0x1" }],
  ])("rejects %j", async (filter) => {
    const { error } = await getLogs(filter)
    expect(error).toEqual({
      code: -32602,
      message: expect.stringMatching(/in/),
    })
  })
})
