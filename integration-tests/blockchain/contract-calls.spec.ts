import { decimalsOf, symbolOf } from "../../src/blockchain/contract-calls"
import { bsc } from "../../src/blockchain/networks/bsc"
import { newAddress } from "./addresses"
import { onEachChain } from "./chains"

onEachChain(bsc, (chain) => {
  it("a coin's contract names its symbol and decimals", async () => {
    const { network, deployToken } = chain().chain
    const token = network.tokens.USDT!.address
    expect(await chain().read(symbolOf(token))).toBe("USDT")
    expect(await chain().read(decimalsOf(token))).toBe(18)
    const arbitrum = await deployToken("USD₮0", 6)
    expect(await chain().read(symbolOf(arbitrum))).toBe("USD₮0")
    expect(await chain().read(decimalsOf(arbitrum))).toBe(6)
  })

  it("an address without a contract is no coin", async () => {
    expect(await chain().read(symbolOf(newAddress()))).toBeNull()
  })

  it("a contract that is not a coin refuses to be called as one", async () => {
    const { address } = chain().chain.network.sanctionsOracle
    await expect(chain().read(symbolOf(address))).rejects.toMatchObject({
      code: "refused",
    })
  })
})
