import { problemsOf } from "../refund-values"

const ADDRESS = `0x${"ab".repeat(20)}`
const HASH = `0x${"cd".repeat(32)}`

it.each([
  ["saves an address", ADDRESS, "", "POLYGON", "address", {}],
  [
    "needs an address to save one",
    " ",
    "",
    "POLYGON",
    "address",
    { refund_to: "missing" },
  ],
  [
    "rejects an address that is too short",
    "0xab",
    "",
    "POLYGON",
    "address",
    { refund_to: "malformed" },
  ],
  ["marks as sent", ADDRESS, HASH, "POLYGON", "sent", {}],
  [
    "needs the address that a network's transfer is looked up by",
    "",
    HASH,
    "POLYGON",
    "sent",
    { refund_to: "missing" },
  ],
  [
    "marks as sent without an address where there is no network",
    "",
    "transfer 4711",
    null,
    "sent",
    {},
  ],
  [
    "needs a proof to mark as sent",
    ADDRESS,
    "",
    "POLYGON",
    "sent",
    { tx_hash: "missing" },
  ],
  [
    "rejects free text as the hash of a network",
    ADDRESS,
    "transfer 4711",
    "POLYGON",
    "sent",
    { tx_hash: "malformed" },
  ],
  [
    "accepts free text without a network",
    "account 4711",
    "transfer 4711",
    null,
    "sent",
    {},
  ],
  [
    "rejects two characters without a network",
    "ab",
    "cd",
    null,
    "sent",
    { refund_to: "malformed", tx_hash: "malformed" },
  ],
] as const)("%s", (_, refund_to, tx_hash, chain, intent, problems) => {
  expect(
    problemsOf({ refund_to, tx_hash }, { chain, refund_to: null }, intent)
  ).toEqual(problems)
})

it("does not mark as sent what was sent to a cleared address", () => {
  const stored = { chain: "POLYGON", refund_to: ADDRESS }
  expect(problemsOf({ refund_to: "", tx_hash: HASH }, stored, "sent")).toEqual({
    refund_to: "missing",
  })
})
