import { transferFields } from "../transfer-fields"

const ADDRESS = `0x${"ab".repeat(20)}`
const HASH = `0x${"cd".repeat(32)}`

const t = ((key: string) => key) as never

describe("the fields of a refund's transfer", () => {
  it.each([
    [ADDRESS, HASH, "POLYGON", false, false],
    ["account 4711", "transfer 4711", null, false, false],
    [" ", " ", null, false, "refunds.sent.missing"],
    [
      "0xab",
      "transfer 4711",
      "POLYGON",
      "refunds.to.wrong.chain",
      "refunds.sent.wrong.chain",
    ],
    ["ab", "cd", null, "refunds.to.wrong.text", "refunds.sent.wrong.text"],
  ] as const)(
    "%j and %j on the network %s",
    (to, hash, chain, ofTo, ofHash) => {
      const { refund_to, tx_hash } = transferFields(t, chain)
      expect([refund_to.problem(to), tx_hash.problem(hash)]).toEqual([
        ofTo,
        ofHash,
      ])
    }
  )
})
