import { shownBefore } from "../../ledger/transfers"
import { type ChainReader, readHeads } from "../chain-reader"
import { blockOf, firstError, isAnswered, RpcError } from "../rpc"
import { transfersTo } from "../transfer-log"

/** A node that drops old blocks may drop so many before they are read. */
const DROPPED_MEANWHILE = 64

const NO_ADDRESS = `0x${"0".repeat(40)}`

export type StartBlock = {
  /** Null: it can't be found now. */
  block: number | null
  /** Why it can't be found, or is too late. */
  error: RpcError | null
}

/**
 * Finds the block from which a chain is read: the first final one that can have
 * a transfer for a payment that was started then, or later. It takes about 25
 * requests. If no endpoint has blocks so old, it is the oldest that one has.
 *
 * @param since start of the first payment
 */
export async function startBlock(
  reader: ChainReader,
  since: Date
): Promise<StartBlock> {
  const { newest, final, error } = await readHeads(reader)
  if (!newest || final < 0) {
    return { block: null, error }
  }
  let [before, first, isDropped] = [-1, final, false]
  while (first - before > (isDropped ? DROPPED_MEANWHILE : 1)) {
    const middle = Math.ceil((before + first) / 2)
    const answer = await ask(reader, middle, since)
    if (answer instanceof RpcError) {
      return { block: null, error: answer }
    }
    if (answer === "possible") {
      first = middle
    } else {
      before = middle
      isDropped = answer === "dropped"
    }
  }
  if (!isDropped) {
    return { block: first, error: null }
  }
  // An endpoint may also have refused a block just once.
  const again = await ask(reader, before, since)
  return again === "dropped"
    ? { block: first, error: dropped(first) }
    : { block: null, error: again instanceof RpcError ? again : null }
}

/**
 * Asks whether a block can have a transfer for a payment of that time.
 * `dropped`: no endpoint has the block and its logs.
 */
async function ask(
  { client, network }: ChainReader,
  number: number,
  since: Date
): Promise<"possible" | "too early" | "dropped" | RpcError> {
  const results = await client.batch([
    blockOf(number),
    transfersTo([NO_ADDRESS], [number, number], network),
  ])
  const error = firstError(results)
  const [block] = results
  if (error && error.code !== "refused") {
    return error
  }
  if (error || !isAnswered(block) || !block) {
    return "dropped"
  }
  const mined_at = new Date(block.timestamp * 1_000)
  return shownBefore(mined_at) < since ? "too early" : "possible"
}

function dropped(first: number): RpcError {
  return new RpcError(
    `has the blocks before ${first}, so transfers in them are not seen. Look up earlier payments in the gateway's portal.`,
    "refused"
  )
}
