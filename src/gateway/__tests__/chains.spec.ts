import { addressUrl, chainInfo, transactionUrl } from "../chains"

const HASH = `0x${"ab".repeat(32)}`

it.each([
  ["POLYGON", 137, "https://polygonscan.com"],
  ["ETH", 1, "https://etherscan.io"],
  ["BASE", 8453, "https://basescan.org"],
  ["ARBITRUM", 42161, "https://arbiscan.io"],
  ["BSC", 56, "https://bscscan.com"],
  ["AVALANCHE", 43114, "https://snowtrace.io"],
])("%s is EVM chain %d with the explorer %s", (code, evmChainId, explorer) => {
  expect(chainInfo(code)?.evmChainId).toBe(evmChainId)
  expect(transactionUrl(code, HASH)).toBe(`${explorer}/tx/${HASH}`)
  expect(addressUrl(code, "0xabc")).toBe(`${explorer}/address/0xabc`)
})

it.each([null, "SOLANA", "toString", ""])(
  "%p has no explorer, and breaks no page",
  (code) => {
    expect(chainInfo(code)).toBeNull()
    expect(transactionUrl(code, HASH)).toBeNull()
    expect(addressUrl(code, "0xabc")).toBeNull()
  }
)

it("escapes an invalid hash in the link", () => {
  expect(transactionUrl("BASE", "../x?y")).toBe(
    "https://basescan.org/tx/..%2Fx%3Fy"
  )
})
