import type { NetworkChain } from "../chain/network-chain"
import type { Transfer } from "../chain/transfer"
import { toBaseUnits } from "../chain/units"

/** `keccak256("Transfer(address,address,uint256)")`, defined by ERC-20. */
export const TRANSFER =
  "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"

/** The log of a transfer, or null if it has none. */
export function logData(chain: NetworkChain, transfer: Transfer) {
  const { currency, from, to, amount, status, block } = transfer
  const { address, decimals } = chain.coinOf(currency)
  return address === null || status === "reverted"
    ? null
    : {
        address,
        topics: [TRANSFER, addressWord(from), addressWord(to)],
        data: `0x${word(toBaseUnits(amount, decimals))}`,
        blockNumber: quantity(block),
        blockHash: chain.hashOf(block),
        transactionHash: transfer.txHash,
        transactionIndex: "0x0",
        logIndex: quantity(transfer.logIndex),
        removed: false,
      }
}

/** Result of `eth_getTransactionReceipt`. */
export function receiptData(chain: NetworkChain, transfers: Transfer[]) {
  const [{ txHash, from, block, status }] = transfers as [Transfer]
  return {
    transactionHash: txHash,
    transactionIndex: "0x0",
    blockHash: chain.hashOf(block),
    blockNumber: quantity(block),
    from,
    status: status === "success" ? "0x1" : "0x0",
    logs: transfers.flatMap((each) => logData(chain, each) ?? []),
  }
}

/** Result of `eth_getBlockByNumber`, as far as stores read it. */
export function blockData(chain: NetworkChain, block: number) {
  return {
    number: quantity(block),
    hash: chain.hashOf(block),
    parentHash: chain.hashOf(block - 1),
    timestamp: quantity(chain.timeOf(block)),
  }
}

/** A JSON-RPC quantity, without leading zeros: 436 → "0x1b4". */
export function quantity(value: number | bigint): string {
  return `0x${value.toString(16)}`
}

/** A number as 32 bytes, without 0x. */
export function word(value: number | bigint): string {
  return value.toString(16).padStart(64, "0")
}

/** An address as 32 bytes. */
export function addressWord(address: string): string {
  return `0x${address.slice(2).padStart(64, "0")}`
}
