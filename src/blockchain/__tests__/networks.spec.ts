import { CHAINS, STABLECOINS } from "../../gateway"
import { chainInfo } from "../../gateway/chains"
import { knownCoins } from "../coins"
import { NETWORKS } from "../networks"

/** Writes an address with the checksum of EIP-55 in its case. */
async function checksummed(address: string): Promise<string> {
  const { keccak_256 } = await import("@noble/hashes/sha3.js")
  const digits = address.slice(2).toLowerCase()
  const hash = Buffer.from(keccak_256(Buffer.from(digits))).toString("hex")
  const cased = [...digits].map((digit, index) =>
    Number.parseInt(hash[index]!, 16) >= 8 ? digit.toUpperCase() : digit
  )
  return `0x${cased.join("")}`
}

it("are those of the Business Order API, with its coins", () => {
  expect(NETWORKS.map(({ chain }) => chain)).toEqual([...CHAINS])
  for (const { chain, evmChainId, tokens } of NETWORKS) {
    expect(evmChainId).toBe(chainInfo(chain)?.evmChainId)
    expect(Object.keys(tokens).sort()).toEqual([...STABLECOINS].sort())
  }
})

it.each(
  NETWORKS.flatMap((network) =>
    knownCoins(network).map(({ name, address }) => ({
      name,
      chain: network.chain,
      address,
    }))
  )
)(
  "$name on $chain has an address without a typing error",
  async ({ address }) => {
    expect(address).toBe(await checksummed(address))
  }
)

it("have 18 decimals on BNB Smart Chain, and 6 elsewhere", () => {
  for (const { chain, tokens } of NETWORKS) {
    const decimals = new Set(Object.values(tokens).map((each) => each.decimals))
    expect([...decimals]).toEqual([chain === "BSC" ? 18 : 6])
  }
})

it("list the bridged coins that a wallet shows under the name of the gateway's", () => {
  const bridged = NETWORKS.map(
    ({ chain, others }) =>
      `${chain}: ${Object.keys(others).join(", ") || "none"}`
  )
  expect(bridged).toEqual([
    "POLYGON: USDC.e",
    "ETH: none",
    "BASE: USDbC",
    "ARBITRUM: USDC.e",
    "BSC: USDC (Wormhole), USDT (Wormhole)",
    "AVALANCHE: USDC.e, USDT.e",
  ])
})

it("have no contract twice", () => {
  for (const network of NETWORKS) {
    const all = knownCoins(network)
    expect(new Set(all.map(({ address }) => address)).size).toBe(all.length)
  }
})
