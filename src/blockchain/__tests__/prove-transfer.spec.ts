import { toBaseUnits } from "../base-units"
import { polygon } from "../networks"
import { proveTransfer, type ReportedTransfer } from "../prove-transfer"
import type { Log, Receipt } from "../schemas"
import { TRANSFER_TOPIC } from "../transfer-log"

const HASH = `0x${"a1".repeat(32)}`
const BLOCK_HASH = `0x${"b2".repeat(32)}`
const SENDER = `0x${"11".repeat(20)}`
const DESTINATION = `0x${"Dd".repeat(20)}`
const STRANGER = `0x${"33".repeat(20)}`
const BLOCK = 1_000
const USDC = polygon.tokens.USDC!.address
const USDT = polygon.tokens.USDT!.address
const USDC_E = polygon.others[0]!.address
const DUE = toBaseUnits("10.50", 6)

const word = (hex: string): string =>
  `0x${hex.replace("0x", "").padStart(64, "0")}`

function transfer(changes: {
  token?: string
  to?: string
  units?: bigint
  index?: number
}): Log {
  const { token = USDC, to = DESTINATION, units = DUE, index = 0 } = changes
  return {
    address: token,
    topics: [TRANSFER_TOPIC, word(SENDER), word(to)],
    data: word(units.toString(16)),
    logIndex: index,
    transactionHash: HASH,
    blockNumber: BLOCK,
    blockHash: BLOCK_HASH,
  }
}

function receipt(logs: Log[], changes: Partial<Receipt> = {}): Receipt {
  return {
    transactionHash: HASH,
    blockNumber: BLOCK,
    blockHash: BLOCK_HASH,
    status: 1,
    logs,
    ...changes,
  }
}

const REPORTED: ReportedTransfer = {
  tx_hash: HASH.toUpperCase().replace("0X", "0x"),
  token: { address: USDC },
  destination_address: DESTINATION,
  units: DUE,
}

const verdict = (found: Receipt | null, finalBlock = BLOCK) =>
  proveTransfer(REPORTED, found, finalBlock, polygon)

describe("a reported transfer", () => {
  it("is proven by its coin, address and exact sum in a final block", () => {
    expect(verdict(receipt([transfer({ index: 7 })]))).toEqual({
      is: "proven",
      block: { number: BLOCK, hash: BLOCK_HASH, is_final: true },
      transfers: [
        {
          token: USDC.toLowerCase(),
          from: SENDER,
          to: DESTINATION.toLowerCase(),
          units: DUE,
          log_index: 7,
        },
      ],
    })
  })

  it("is only found while its block can be replaced", () => {
    expect(verdict(receipt([transfer({})]), BLOCK - 1).is).toBe("found")
  })

  it("is contradicted by a transaction that failed, for now while the block can be replaced", () => {
    const failed = receipt([transfer({})], { status: 0 })
    for (const [finalBlock, is_final] of [
      [BLOCK - 1, false],
      [BLOCK, true],
    ] as const) {
      expect(verdict(failed, finalBlock)).toMatchObject({
        is: "contradicted",
        reason: "failed",
        found: [],
        block: { is_final },
      })
    }
  })

  it("is not found without a receipt, or by the receipt of another transaction", () => {
    const other = { transactionHash: `0x${"cc".repeat(32)}` }
    expect(verdict(null)).toEqual({ is: "not_found" })
    expect(verdict(receipt([transfer({})], other))).toEqual({ is: "not_found" })
  })

  it("is proven among other transfers of the transaction", () => {
    const logs = [
      transfer({ to: STRANGER, index: 1 }),
      transfer({ token: USDT, index: 2 }),
      transfer({ index: 3 }),
      transfer({ units: DUE + 1n, index: 4 }),
    ]
    expect(verdict(receipt(logs))).toMatchObject({
      is: "proven",
      transfers: [{ log_index: 3 }],
    })
  })

  it("names each transfer that pays it exactly, so that two payments can share a transaction", () => {
    const logs = [transfer({ index: 3 }), transfer({ index: 5 })]
    expect(verdict(receipt(logs))).toMatchObject({
      is: "proven",
      transfers: [{ log_index: 3 }, { log_index: 5 }],
    })
  })

  const odd = transfer({})
  it.each<[what: string, reason: string, logs: Log[], transfers: number]>([
    ["no event", "no_transfer", [], 0],
    [
      "another event of the coin",
      "no_transfer",
      [{ ...odd, topics: [word("0x1"), word("0x2")] }],
      0,
    ],
    [
      "a Transfer that a stranger's contract emits",
      "no_transfer",
      [transfer({ token: STRANGER })],
      0,
    ],
    [
      "a Transfer of an NFT",
      "no_transfer",
      [{ ...odd, topics: [...odd.topics, word("0x1")], data: "0x" }],
      0,
    ],
    ["bridged coins", "wrong_coin", [transfer({ token: USDC_E })], 1],
    ["the other coin", "wrong_coin", [transfer({ token: USDT })], 1],
    ["another address", "wrong_address", [transfer({ to: STRANGER })], 1],
    ["one unit less", "wrong_amount", [transfer({ units: DUE - 1n })], 1],
    ["one unit more", "wrong_amount", [transfer({ units: DUE + 1n })], 1],
    [
      "the sum in two parts",
      "wrong_amount",
      [0, 1].map((index) => transfer({ units: DUE / 2n, index })),
      2,
    ],
    [
      "18 decimals where the coin has 6",
      "wrong_amount",
      [transfer({ units: toBaseUnits("10.50", 18) })],
      1,
    ],
  ])("is contradicted by %s", (_, reason, logs, transfers) => {
    const contradiction = verdict(receipt(logs))
    expect(contradiction).toMatchObject({
      is: "contradicted",
      reason,
      block: { is_final: true },
    })
    expect(
      contradiction.is === "contradicted" && contradiction.found
    ).toHaveLength(transfers)
  })
})
