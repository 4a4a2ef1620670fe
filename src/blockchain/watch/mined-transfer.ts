import type { Log } from "../schemas"
import { readTransferLog, type TransferLog } from "../transfer-log"

/** A transfer with its transaction and block. Hashes are in lower case. */
export type MinedTransfer = TransferLog & {
  tx_hash: string
  block_number: number
  block_hash: string
}

/**
 * Reads a transfer that moved coins.
 *
 * @returns null for another event, for one that a reorganization removed, and
 *   for a transfer of nothing. Anyone can make one in the name of any sender,
 *   which is how lookalike addresses get into the histories of wallets
 */
export function readMinedTransfer(log: Log): MinedTransfer | null {
  const transfer = log.removed ? null : readTransferLog(log)
  return transfer && transfer.units > 0n
    ? {
        ...transfer,
        tx_hash: log.transactionHash.toLowerCase(),
        block_number: log.blockNumber,
        block_hash: log.blockHash.toLowerCase(),
      }
    : null
}
