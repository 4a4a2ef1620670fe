import { refundAddress, refundProof } from "../index"

const ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7"
const HASH = `0x${"aB".repeat(32)}`

describe("the recipient address of a refund", () => {
  it.each<[string | null, string, string | null]>([
    ["POLYGON", ADDRESS, ADDRESS],
    ["POLYGON", ` ${ADDRESS}\n`, ADDRESS],
    ["POLYGON", ADDRESS.slice(0, -1), null],
    ["POLYGON", `${ADDRESS}0`, null],
    ["POLYGON", ADDRESS.slice(2), null],
    ["POLYGON", ADDRESS.replace("5", "g"), null],
    ["POLYGON", HASH, null],
    ["POLYGON", "ada@example.com", null],
    ["POLYGON", "", null],
    [null, "ada@example.com", "ada@example.com"],
    [null, ` ${ADDRESS} `, ADDRESS],
    [null, "ab", null],
    [null, "   a   ", null],
    [null, "a".repeat(200), "a".repeat(200)],
    [null, "a".repeat(201), null],
    [null, "ada\u0000example", null],
    [null, "ada\nexample", null],
  ])("on %p: %j is %p", (chain, text, address) => {
    expect(refundAddress(chain, text)).toBe(address)
  })
})

describe("the transfer hash of a refund", () => {
  it.each<[string | null, string, string | null]>([
    ["BASE", HASH, HASH.toLowerCase()],
    ["BASE", ` ${HASH} `, HASH.toLowerCase()],
    ["BASE", HASH.slice(0, -1), null],
    ["BASE", `${HASH}0`, null],
    ["BASE", HASH.slice(2), null],
    ["BASE", ADDRESS, null],
    ["BASE", "sent", null],
    ["BASE", "", null],
    [null, HASH, HASH.toLowerCase()],
    [null, "Bank transfer 4711", "Bank transfer 4711"],
    [null, "  ", null],
    [null, "a".repeat(201), null],
  ])("on %p: %j is %p", (chain, text, proof) => {
    expect(refundProof(chain, text)).toBe(proof)
  })
})
