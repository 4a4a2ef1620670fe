import { z } from "zod"
import { decimalsOf, symbolOf } from "../../src/blockchain/contract-calls"
import { bsc } from "../../src/blockchain/networks/bsc"
import { callOf } from "../../src/blockchain/rpc"
import { newAddress } from "./addresses"
import { onEachChain, onRealChain } from "./chains"

onEachChain(bsc, (chain) => {
  it("a coin's contract names its symbol and decimals", async () => {
    const token = chain().chain.network.tokens.USDT!.address
    expect(await chain().read(symbolOf(token))).toBe("USDT")
    expect(await chain().read(decimalsOf(token))).toBe(18)
  })

  it("an address without a contract is no coin", async () => {
    expect(await chain().read(symbolOf(newAddress()))).toBeNull()
  })

  it("a contract refuses a function that it does not have", async () => {
    const token = chain().chain.network.tokens.USDT!.address
    const name = callOf(token, "0x06fdde03", z.string())
    await expect(chain().read(name)).rejects.toMatchObject({ code: "refused" })
  })
})

onRealChain(bsc, (chain) => {
  it("a coin's symbol may have any characters", async () => {
    const arbitrum = await chain().chain.deployToken("USD₮0", 6)
    expect(await chain().read(symbolOf(arbitrum))).toBe("USD₮0")
    expect(await chain().read(decimalsOf(arbitrum))).toBe(6)
  })
})
