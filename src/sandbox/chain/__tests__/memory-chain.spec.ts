import { MemoryChain } from "../memory-chain"
import { fromBaseUnits, toBaseUnits } from "../units"

describe("the chain in memory", () => {
  const chain = new MemoryChain()
  const on = { chain: "BASE", currency: "USDC" } as const
  let alice: string
  let bob: string

  beforeEach(async () => {
    alice = await chain.createAccount()
    bob = await chain.createAccount()
    await chain.faucet({ ...on, to: alice, amount: "10" })
  })

  const balance = (address: string) => chain.balance({ ...on, address })

  it("moves coins exactly, to the millionth", async () => {
    await chain.transfer({ ...on, from: alice, to: bob, amount: "0.000001" })
    expect(await balance(alice)).toBe("9.999999")
    expect(await balance(bob)).toBe("0.000001")
  })

  it("does not move more than an account's balance", async () => {
    const tooMuch = { ...on, from: alice, to: bob, amount: "10.01" }
    await expect(chain.transfer(tooMuch)).rejects.toThrow("holds 10.00 USDC")
    expect(await balance(bob)).toBe("0.00")
  })

  it("separates chains and coins", async () => {
    const elsewhere = { ...on, chain: "ETH", address: alice } as const
    expect(await chain.balance(elsewhere)).toBe("0.00")
    const other = { ...on, currency: "USDT", address: alice }
    expect(await chain.balance(other)).toBe("0.00")
  })

  it("writes a receipt of a failed transfer without moving coins", async () => {
    const transfer = { ...on, from: alice, to: bob, amount: "5" }
    const { txHash } = await chain.failTransfer(transfer)
    expect(await chain.receipt("BASE", txHash)).toMatchObject({
      status: "reverted",
    })
    expect(await balance(alice)).toBe("10.00")
  })

  it("finds a receipt only on its own chain, in any case of the hash", async () => {
    const transfer = { ...on, from: alice, to: bob, amount: "1" }
    const { txHash } = await chain.transfer(transfer)
    const upper = `0x${txHash.slice(2).toUpperCase()}`
    expect(await chain.receipt("BASE", upper)).toMatchObject({ txHash })
    expect(await chain.receipt("ETH", txHash)).toBeNull()
  })

  it.each(["-1", "1.0000001"])("rejects the amount %s", async (amount) => {
    const transfer = { ...on, from: alice, to: bob, amount }
    await expect(chain.transfer(transfer)).rejects.toThrow(
      "not an amount of coins"
    )
  })
})

it.each([
  ["10.5", 10_500_000n, "10.50"],
  ["0.000001", 1n, "0.000001"],
  ["123456789012345678.99", 123456789012345678990000n, "123456789012345678.99"],
])("converts %s to %s base units", (amount, units, text) => {
  expect(toBaseUnits(amount)).toBe(units)
  expect(fromBaseUnits(units)).toBe(text)
})
