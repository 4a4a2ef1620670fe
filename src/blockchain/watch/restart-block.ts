import type { Block } from "../schemas"

/** More than any of the chains makes. */
const BLOCKS_PER_SECOND = 5
/** Finality is at most so far behind, and clocks so far apart. */
const MARGIN_SECONDS = 3600

/** How far a chain has been read. */
export type ReadSoFar = {
  /** The next block to read. */
  fromBlock: number
  /** When the chain was read up to there. */
  movedAt: Date
}

/**
 * The block from which a chain is read again, if it does not have the blocks
 * that were read: its node was restarted, or an endpoint showed a final block
 * that did not exist. All blocks since then are read again, which is harmless.
 *
 * @param newest the newest block
 * @returns null where the chain may have these blocks. An endpoint that lags
 *   behind shows a newest block that was made before they were read
 */
export function restartBlock(
  { fromBlock, movedAt }: ReadSoFar,
  newest: Block
): number | null {
  const seconds = newest.timestamp - movedAt.getTime() / 1_000
  if (fromBlock <= newest.number + 1 || seconds <= 0) {
    return null
  }
  const blocks = Math.ceil((seconds + MARGIN_SECONDS) * BLOCKS_PER_SECOND)
  return Math.max(0, newest.number - blocks)
}
