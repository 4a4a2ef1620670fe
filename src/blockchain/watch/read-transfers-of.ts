import type { ChainReader } from "../chain-reader"
import { RpcError } from "../rpc"
import { type ReadTransfers, readTransfers } from "./read-transfers"

/** The latest block has 1 confirmation. */
const LATEST = 1

export type TransfersOfAddress = {
  address: string
  fromBlock: number
  /** Blocks per request, as the watch learned it. Null: unknown. */
  logRange: number | null
  /** At least 3. Default 20. */
  maxCalls?: number
}

/**
 * Reads the transfers to one address up to the latest block, which may still be
 * replaced.
 *
 * @returns `error` unless each block was read: then there may be transfers that
 *   are not listed
 */
export async function readTransfersOf(
  reader: ChainReader,
  { address, ...request }: TransfersOfAddress
): Promise<Pick<ReadTransfers, "transfers" | "nextBlock" | "calls" | "error">> {
  const { error, isComplete, ...read } = await readTransfers(
    { ...reader, finality: LATEST },
    { ...request, addresses: async () => [address] }
  )
  return {
    ...read,
    error: error ?? (isComplete ? null : incomplete()),
  }
}

function incomplete(): RpcError {
  return new RpcError("reads all blocks up to the latest one.", "refused")
}
