import { MemoryChain } from "../memory-chain"
import { Wallet } from "../wallet"

describe("the buyer's wallet", () => {
  it("has enough coins for many concurrent payments", async () => {
    const chain = new MemoryChain()
    const wallet = new Wallet(chain)
    const to = await chain.createAccount()
    const purchase = { chain: "POLYGON", currency: "USDT", to } as const

    const pay = async () => wallet.pay({ ...purchase, amount: "300.00" })
    await pay()

    await Promise.all(Array.from({ length: 19 }, pay))

    expect(await chain.balance({ ...purchase, address: to })).toBe("6000.00")
  })

  it("continues after a failed payment", async () => {
    const chain = new MemoryChain()
    const wallet = new Wallet(chain)
    const to = await chain.createAccount()
    const purchase = { chain: "POLYGON", currency: "USDT", to } as const
    const [bad, good] = await Promise.allSettled([
      wallet.pay({ ...purchase, amount: "no amount" }),
      wallet.pay({ ...purchase, amount: "1.00" }),
    ])
    expect([bad?.status, good?.status]).toEqual(["rejected", "fulfilled"])
  })
})
