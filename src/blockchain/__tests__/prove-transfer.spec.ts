import { polygon } from "../networks"
import {
  notFound,
  proveTransfer,
  type ReportedTransfer,
} from "../prove-transfer"
import type { Log, Receipt } from "../rpc"
import { TRANSFER_TOPIC } from "../transfer-log"

const HASH = `0x${"a1".repeat(32)}`
const BLOCK_HASH = `0x${"b2".repeat(32)}`
const SENDER = `0x${"11".repeat(20)}`
const DESTINATION = `0x${"Dd".repeat(20)}`
const STRANGER = `0x${"33".repeat(20)}`
const BLOCK = 1_000
const TIME = Date.parse("2026-11-20T12:00:00Z") / 1000
const USDC = polygon.tokens.USDC!.address
const USDT = polygon.tokens.USDT!.address
const USDC_E = polygon.others["USDC.e"]!.address
const DUE = 10_500_000n

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
  token: { address: USDC, decimals: 6 },
  destination_address: DESTINATION,
  amount: "10.50",
  created_at: new Date(TIME * 1_000),
}

const proofOf = (
  found: Receipt,
  {
    is_final = true,
    ...changes
  }: Partial<ReportedTransfer> & {
    is_final?: boolean
  } = {}
) => {
  const block = { number: BLOCK, hash: BLOCK_HASH, timestamp: TIME }
  const mined = { receipt: found, block, is_final }
  return proveTransfer({ ...REPORTED, ...changes }, mined, polygon)
}

describe("a reported transfer", () => {
  it("is proven by its coin, address and exact sum in a final block", () => {
    expect(proofOf(receipt([transfer({ index: 7 })]))).toEqual({
      kind: "proof",
      status: "proven",
      proof: {
        tx_hash: HASH,
        reason: null,
        sender: SENDER,
        log_index: 7,
        block_number: BLOCK,
        block_hash: BLOCK_HASH,
        block_time: "2026-11-20T12:00:00.000Z",
        is_final: true,
        found_instead: null,
      },
    })
  })

  it("is only found while its block can be replaced", () => {
    const found = proofOf(receipt([transfer({})]), { is_final: false })
    expect(found).toMatchObject({ status: "found", proof: { is_final: false } })
  })

  it.each([false, true])(
    "is contradicted by a transaction that failed, in a final block: %s",
    (is_final) => {
      const failed = receipt([transfer({})], { status: 0 })
      expect(proofOf(failed, { is_final })).toMatchObject({
        status: "contradicted",
        proof: {
          reason: "failed",
          is_final,
          sender: null,
          found_instead: null,
        },
      })
    }
  )

  it("that is in no block has neither a place nor a sender", () => {
    expect(notFound(REPORTED.tx_hash)).toEqual({
      kind: "proof",
      status: "not_found",
      proof: {
        tx_hash: HASH,
        reason: null,
        sender: null,
        log_index: null,
        block_number: null,
        block_hash: null,
        block_time: null,
        is_final: false,
        found_instead: null,
      },
    })
  })

  it("is proven among other transfers of the transaction", () => {
    const logs = [
      transfer({ to: STRANGER, index: 1 }),
      transfer({ token: USDT, index: 2 }),
      transfer({ index: 3 }),
      transfer({ units: DUE + 1n, index: 4 }),
    ]
    expect(proofOf(receipt(logs))).toMatchObject({
      status: "proven",
      proof: { log_index: 3 },
    })
  })

  it("is the first of those that pay it exactly, or the one at its position", () => {
    const logs = [transfer({ index: 3 }), transfer({ index: 5 })]
    for (const [log_index, proven] of [
      [undefined, 3],
      [5, 5],
    ] as const) {
      expect(proofOf(receipt(logs), { log_index })).toMatchObject({
        status: "proven",
        proof: { log_index: proven },
      })
    }
  })

  const odd = transfer({})
  const elsewhere = (amount: string, to = DESTINATION) =>
    `${amount} → ${to.toLowerCase()}`
  it.each<[what: string, reason: string, logs: Log[], found: string | null]>([
    ["no event", "no_transfer", [], null],
    [
      "another event of the coin",
      "no_transfer",
      [{ ...odd, topics: [word("0x1"), word("0x2")] }],
      null,
    ],
    [
      "a Transfer that a stranger's contract emits",
      "no_transfer",
      [transfer({ token: STRANGER })],
      null,
    ],
    [
      "a Transfer of an NFT",
      "no_transfer",
      [{ ...odd, topics: [...odd.topics, word("0x1")], data: "0x" }],
      null,
    ],
    [
      "bridged coins",
      "wrong_coin",
      [transfer({ token: USDC_E })],
      elsewhere("10.50 USDC.e"),
    ],
    [
      "the other coin",
      "wrong_coin",
      [transfer({ token: USDT })],
      elsewhere("10.50 USDT"),
    ],
    [
      "another address",
      "wrong_address",
      [transfer({ to: STRANGER })],
      elsewhere("10.50 USDC", STRANGER),
    ],
    [
      "one unit less",
      "wrong_amount",
      [transfer({ units: DUE - 1n })],
      elsewhere("10.499999 USDC"),
    ],
    [
      "one unit more",
      "wrong_amount",
      [transfer({ units: DUE + 1n })],
      elsewhere("10.500001 USDC"),
    ],
    [
      "the sum in parts, of which three are named",
      "wrong_amount",
      [1, 2, 3, 4, 5].map((index) =>
        transfer({ units: BigInt(index) * 1_000_000n, index })
      ),
      `${["1.00", "2.00", "3.00"].map((amount) => elsewhere(`${amount} USDC`)).join(", ")}, +2`,
    ],
    [
      "18 decimals where the coin has 6",
      "wrong_amount",
      [transfer({ units: DUE * 10n ** 12n })],
      elsewhere("10500000000000.00 USDC"),
    ],
  ])("is contradicted by %s", (_, reason, logs, found_instead) => {
    expect(proofOf(receipt(logs))).toMatchObject({
      status: "contradicted",
      proof: { reason, is_final: true, sender: null, found_instead },
    })
  })
})
