import {
  decimalsOf,
  isSanctioned,
  symbolOf,
} from "../../src/blockchain/contract-calls"
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

  it("an oracle names the addresses that are sanctioned, and only those", async () => {
    const { sanction, sanctionsOracle } = chain().chain
    const listed = newAddress()
    await sanction(listed)
    const [yes, no] = await chain().client.batch([
      isSanctioned(sanctionsOracle, listed),
      isSanctioned(sanctionsOracle, newAddress()),
    ])
    expect(yes).toEqual({ ok: true, value: true })
    expect(no).toEqual({ ok: true, value: false })
  })

  it("an address without a contract is neither a coin nor an oracle", async () => {
    const nothing = newAddress()
    expect(await chain().read(symbolOf(nothing))).toBeNull()
    expect(await chain().read(isSanctioned(nothing, nothing))).toBeNull()
  })

  it("a contract that is not a coin refuses to be called as one", async () => {
    const { sanctionsOracle } = chain().chain
    await expect(chain().read(symbolOf(sanctionsOracle))).rejects.toMatchObject(
      { code: "refused" }
    )
  })
})
