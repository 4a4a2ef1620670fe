import { bsc } from "../../src/blockchain/networks"
import { decimalsOf } from "../../src/blockchain/rpc"
import { newAddress } from "./addresses"
import { onEachChain } from "./chains"

onEachChain(bsc, (chain) => {
  it("a coin's contract has its decimals", async () => {
    const token = chain().chain.network.tokens.USDT!.address
    expect(await chain().read(decimalsOf(token))).toBe(18n)
  })

  it("an address without a contract has none", async () => {
    const none = chain().read(decimalsOf(newAddress()))
    await expect(none).rejects.toMatchObject({ code: "bad_answer" })
  })
})
