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

  it("moves coins with 18 decimals on BNB Smart Chain", async () => {
    const bsc = { chain: "BSC", currency: "USDT" } as const
    const amount = "0.000000000000000001"
    await chain.faucet({ ...bsc, to: alice, amount: "1" })
    await chain.transfer({ ...bsc, from: alice, to: bob, amount })
    expect(await chain.balance({ ...bsc, address: bob })).toBe(amount)
    expect(await chain.balance({ ...bsc, address: alice })).toBe(
      "0.999999999999999999"
    )
  })

  it("does not move more than an account's balance", async () => {
    const tooMuch = { ...on, from: alice, to: bob, amount: "10.01" }
    await expect(chain.transfer(tooMuch)).rejects.toThrow("holds 10.00 USDC")
    expect(await balance(bob)).toBe("0.00")
  })

  it("separates chains and coins", async () => {
    const elsewhere = { ...on, chain: "ETH", address: alice } as const
    expect(await chain.balance(elsewhere)).toBe("0.00")
    for (const currency of ["USDT", "USDbC"]) {
      const other = { ...on, currency, address: alice }
      expect(await chain.balance(other)).toBe("0.00")
    }
  })

  it("moves bridged coins by name", async () => {
    const bridged = { chain: "POLYGON", currency: "USDC.e" } as const
    await chain.faucet({ ...bridged, to: alice, amount: "2" })
    const receipt = await chain.transfer({
      ...bridged,
      from: alice,
      to: bob,
      amount: "2",
    })
    expect(receipt).toMatchObject({ currency: "USDC.e", amount: "2.00" })
    expect(
      await chain.balance({ ...bridged, currency: "USDC", address: bob })
    ).toBe("0.00")
  })

  it("names the coins of a chain that lacks one", async () => {
    const nowhere = { chain: "ETH", currency: "USDC.e" } as const
    await expect(
      chain.faucet({ ...nowhere, to: alice, amount: "1" })
    ).rejects.toThrow("no coin USDC.e on ETH. There are USDC, USDT")
  })

  it("moves coins of a deployed contract under its address, never its symbol", async () => {
    const { address } = chain.deployToken({
      chain: "BASE",
      symbol: "USDC",
      decimals: 8,
    })
    const coin = { chain: "BASE", currency: address } as const
    await chain.faucet({ ...coin, to: alice, amount: "5" })
    const amount = "0.00000001"
    const sent = await chain.transfer({ ...coin, from: alice, to: bob, amount })
    expect(sent).toMatchObject({ currency: address, amount })
    expect(await balance(bob)).toBe("0.00")
  })

  it("emits a transfer without moving coins", async () => {
    const claim = { ...on, from: alice, to: bob, amount: "9000" }
    const { txHash } = await chain.emitTransfer(claim)
    expect(await chain.receipts("BASE", txHash)).toMatchObject([
      { status: "success", amount: "9000.00" },
    ])
    expect(await balance(bob)).toBe("0.00")
  })

  it("makes several transfers in one transaction, or none", async () => {
    const one = { ...on, from: alice, to: bob, amount: "4" }
    const [first, second] = await chain.transferBatch([one, one])
    expect(second).toEqual(first)
    expect(await chain.receipts("BASE", first!.txHash)).toEqual([first, second])
    await expect(
      chain.transferBatch([{ ...one, amount: "1" }, one])
    ).rejects.toThrow("holds 1.00 USDC")
    expect(await balance(bob)).toBe("8.00")
  })

  it("does not spread a transaction over two chains", async () => {
    const one = { ...on, from: alice, to: bob, amount: "1" }
    await expect(
      chain.transferBatch([one, { ...one, chain: "ETH" }])
    ).rejects.toThrow("exactly one chain")
    await expect(chain.transferBatch([])).rejects.toThrow("exactly one chain")
  })

  it("writes a receipt of a failed transfer without moving coins", async () => {
    const transfer = { ...on, from: alice, to: bob, amount: "5" }
    const { txHash } = await chain.failTransfer(transfer)
    expect(await chain.receipts("BASE", txHash)).toMatchObject([
      { status: "reverted" },
    ])
    expect(await balance(alice)).toBe("10.00")
  })

  it("finds receipts only on their own chain, in any case of the hash", async () => {
    const transfer = { ...on, from: alice, to: bob, amount: "1" }
    const { txHash } = await chain.transfer(transfer)
    const upper = `0x${txHash.slice(2).toUpperCase()}`
    expect(await chain.receipts("BASE", upper)).toMatchObject([{ txHash }])
    expect(await chain.receipts("ETH", txHash)).toEqual([])
  })

  it.each(["-1", "1.0000001"])("rejects the amount %s", async (amount) => {
    const transfer = { ...on, from: alice, to: bob, amount }
    await expect(chain.transfer(transfer)).rejects.toThrow(
      "not an amount of coins"
    )
  })

  it("rejects an address that no log could have", async () => {
    const transfer = { ...on, from: alice, to: "bob", amount: "1" }
    await expect(chain.transfer(transfer)).rejects.toThrow(
      "bob is not an address"
    )
  })
})

it.each([
  ["10.5", 6, 10_500_000n, "10.50"],
  ["0.000001", 6, 1n, "0.000001"],
  ["10.5", 18, 10_500_000_000_000_000_000n, "10.50"],
  ["1e-18", 18, 1n, "0.000000000000000001"],
  ["7.00", 0, 7n, "7.00"],
  [
    "123456789012345678.99",
    6,
    123456789012345678990000n,
    "123456789012345678.99",
  ],
])(
  "converts %s with %i decimals to %s base units",
  (amount, decimals, units, text) => {
    expect(toBaseUnits(amount, decimals)).toBe(units)
    expect(fromBaseUnits(units, decimals)).toBe(text)
  }
)
