import type { TestTransfer } from "../test-chain"
import { bytecode } from "./compiled.json"

export type Hex = `0x${string}`

/** More than any test spends, with 18 decimals too. */
const SUPPLY = 10n ** 30n

/** Encodes the data of transactions to the contracts of this folder. */
export type Contracts = {
  /** Creates a coin, all of it for the sender. */
  newCoin(symbol: string, decimals: number): Hex
  transfer(transfer: Omit<TestTransfer, "token">): Hex
  transferToMany(transfers: readonly Omit<TestTransfer, "token">[]): Hex
  emitTransfer(transfer: Omit<TestTransfer, "token">): Hex
}

/** Loads viem, which is an ES module. */
export async function loadContracts(): Promise<Contracts> {
  const { encodeDeployData, encodeFunctionData, parseAbi } =
    await import("viem")
  const coin = parseAbi([
    "constructor(string symbol, uint8 decimals, uint256 supply)",
    "function transfer(address to, uint256 value) returns (bool)",
    "function transferToMany(address[] to, uint256[] values)",
    "function emitTransfer(address to, uint256 value)",
  ])
  return {
    newCoin: (symbol, decimals) =>
      encodeDeployData({
        abi: coin,
        bytecode: hex(bytecode.TestCoin),
        args: [symbol, decimals, SUPPLY],
      }),
    transfer: ({ to, units }) =>
      encodeFunctionData({
        abi: coin,
        functionName: "transfer",
        args: [hex(to), units],
      }),
    transferToMany: (transfers) =>
      encodeFunctionData({
        abi: coin,
        functionName: "transferToMany",
        args: [
          transfers.map(({ to }) => hex(to)),
          transfers.map(({ units }) => units),
        ],
      }),
    emitTransfer: ({ to, units }) =>
      encodeFunctionData({
        abi: coin,
        functionName: "emitTransfer",
        args: [hex(to), units],
      }),
  }
}

/** Without the checksum of an address in its case, which viem verifies. */
function hex(text: string): Hex {
  return text.toLowerCase() as Hex
}
