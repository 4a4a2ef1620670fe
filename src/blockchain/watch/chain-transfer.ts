import type { SeenTransfer } from "../../ledger"
import { fromBaseUnits } from "../base-units"
import { knownCoinAt } from "../known-coins"
import type { Network } from "../networks"
import { isSameHex } from "../same-hex"
import type { Block } from "../schemas"
import type { MinedTransfer } from "./mined-transfer"

/** A transfer of a known coin. Hashes and addresses are in lower case. */
export type ChainTransfer = SeenTransfer & {
  /** The coin's contract. */
  token: string
  block_hash: string
}

/**
 * Adds coin and time to a transfer.
 *
 * @param block the one with the transfer's number
 * @returns null for a coin that is not known, or if another block has replaced
 *   the transfer's
 */
export function chainTransfer(
  { token, units, tx_hash, log_index, from, to, ...mined }: MinedTransfer,
  block: Block,
  network: Network
): ChainTransfer | null {
  const coin = knownCoinAt(network, token)
  return coin && isSameHex(block.hash, mined.block_hash)
    ? {
        chain: network.chain,
        tx_hash,
        log_index,
        coin: coin.name,
        amount: fromBaseUnits(units, coin.decimals),
        from,
        to,
        block_number: mined.block_number,
        block_time: new Date(block.timestamp * 1000),
        token,
        block_hash: mined.block_hash,
      }
    : null
}
