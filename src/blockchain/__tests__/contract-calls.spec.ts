import { decimalsOf, SELECTORS, symbolOf } from "../contract-calls"
import type { RpcCall } from "../rpc"

const CONTRACT = "0xC2132D05D31c914a87C6611C10748AEb04B58e8F"

const word = (value: number): string => value.toString(16).padStart(64, "0")

/** Encodes a string as Solidity returns it. */
function text(value: string): string {
  const bytes = Buffer.from(value)
  const padded = Math.ceil(bytes.length / 32) * 64
  return `0x${word(32)}${word(bytes.length)}${bytes.toString("hex").padEnd(padded, "0")}`
}

const read = <T>({ schema }: RpcCall<T>, result: string) =>
  schema.safeParse(result)

it.each(Object.entries(SELECTORS))(
  "%s is called by its selector",
  async (signature, selector) => {
    const { keccak_256 } = await import("@noble/hashes/sha3.js")
    const hash = Buffer.from(keccak_256(Buffer.from(signature))).toString("hex")
    expect(selector).toBe(`0x${hash.slice(0, 8)}`)
  }
)

describe("a coin's symbol", () => {
  it.each([
    ["a string", text("USDT"), "USDT"],
    ["a string outside ASCII, as on Arbitrum", text("USD₮0"), "USD₮0"],
    ["a string of more than a word", text("U".repeat(40)), "U".repeat(40)],
    ["an empty string", text(""), ""],
  ])("is read from %s", (_, result, symbol) => {
    expect(read(symbolOf(CONTRACT), result).data).toBe(symbol)
  })

  it.each([
    ["a string that is longer than the answer", `0x${word(32)}${word(99)}`],
    ["an offset beyond the answer", `0x${word(4096)}${word(4)}${word(0)}`],
    ["one word", `0x${"ff".repeat(32)}`],
    ["half a word", "0x00112233"],
    ["something that is not hexadecimal", "USDT"],
  ])("is not guessed from %s", (_, result) => {
    expect(read(symbolOf(CONTRACT), result).success).toBe(false)
  })
})

describe("a coin's decimals", () => {
  it("are read", () => {
    expect(read(decimalsOf(CONTRACT), `0x${word(18)}`).data).toBe(18)
    expect(read(decimalsOf(CONTRACT), `0x${word(0)}`).data).toBe(0)
  })

  it.each([
    ["a number of more than 8 bits", `0x${word(256)}`],
    ["a contract that answers every call with a string", text("USDT")],
  ])("are not guessed from %s", (_, result) => {
    expect(read(decimalsOf(CONTRACT), result).success).toBe(false)
  })
})

it("a contract is asked on the last block", () => {
  expect(symbolOf(CONTRACT)).toMatchObject({
    method: "eth_call",
    params: [{ to: CONTRACT, data: "0x95d89b41" }, "latest"],
  })
})

it("where there is no contract, nothing is known of a coin", () => {
  for (const call of [symbolOf(CONTRACT), decimalsOf(CONTRACT)]) {
    expect(read<unknown>(call, "0x").data).toBeNull()
  }
})
