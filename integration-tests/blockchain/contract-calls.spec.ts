import {
  decimalsOf,
  isSanctioned,
  symbolOf,
} from "../../src/blockchain/contract-calls"
import { bsc } from "../../src/blockchain/networks/bsc"
import { screenSenders } from "../../src/blockchain/screen-senders"
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
    const { client, chain: tested } = chain()
    const [listed, buyer] = [newAddress(), newAddress()]
    await tested.sanction(listed)
    expect(
      await screenSenders({ client, network: tested.network }, [listed, buyer])
    ).toEqual(
      new Map([
        [listed, "listed"],
        [buyer, "clear"],
      ])
    )
  })

  it("an address without a contract is neither a coin nor an oracle", async () => {
    const nothing = newAddress()
    expect(await chain().read(symbolOf(nothing))).toBeNull()
    expect(await chain().read(isSanctioned(nothing, nothing))).toBeNull()
  })

  it("a contract that is not a coin refuses to be called as one", async () => {
    const { address } = chain().chain.network.sanctionsOracle
    await expect(chain().read(symbolOf(address))).rejects.toMatchObject({
      code: "refused",
    })
  })
})
