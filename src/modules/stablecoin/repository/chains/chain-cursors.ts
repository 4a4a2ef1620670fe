import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type { SeenTransfer } from "../../../../ledger"
import { TABLE } from "../tables"
import { recordSeen } from "../deposits/seen-transfers"

/** How far a chain has been read. */
export type ChainCursor = {
  chain: string
  /** The next block to read; null before anything was read. */
  next_block: number | null
  /** When `next_block` last changed. */
  moved_at: Date
}

/** Progress of a pass over a chain. */
export type ChainProgress = {
  next_block: number | null
  /** Whether it was read to its last final block. */
  is_complete: boolean
  transfers: readonly SeenTransfer[]
}

type ChainRow = Omit<ChainCursor, "next_block"> & {
  /** A bigint, which PostgreSQL's driver returns as text. */
  next_block: string | null
}

/**
 * Claims chains for one pass, so that only one process reads each. The lease of
 * a process that dies expires.
 *
 * @returns the chains that no other process reads now
 */
export async function claimChains(
  db: Knex,
  chains: readonly string[],
  { owner, leaseMs }: { owner: string; leaseMs: number }
): Promise<ChainCursor[]> {
  const { rows } = await db.raw<{ rows: ChainRow[] }>(
    `INSERT INTO ${TABLE.chain} AS chain (chain, lease_owner, leased_until)
     SELECT name, :owner, now() + :leaseMs * interval '1 ms'
     FROM unnest(CAST(:chains AS text[])) AS name ORDER BY name
     ON CONFLICT (chain) DO UPDATE SET
       lease_owner = excluded.lease_owner, leased_until = excluded.leased_until
     WHERE chain.leased_until IS NULL OR chain.leased_until < now()
     RETURNING chain, next_block, moved_at`,
    { owner, chains: [...chains], leaseMs }
  )
  return rows.map(toCursor)
}

function toCursor({ next_block, ...row }: ChainRow): ChainCursor {
  return { ...row, next_block: next_block === null ? null : Number(next_block) }
}

/** How far a chain has been read; null before its first pass. */
export async function findCursor(
  db: Knex,
  chain: string
): Promise<ChainCursor | null> {
  const row = await db<ChainRow>(TABLE.chain)
    .where({ chain })
    .first("chain", "next_block", "moved_at")
  return row ? toCursor(row) : null
}

/** When a chain was last read to its last final block. */
export type ChainCompletion = { chain: string; complete_at: Date }

/** Lists the chains that were not read to the end since a time. */
export async function listIncomplete(
  db: Knex,
  chains: readonly string[],
  since: Date
): Promise<ChainCompletion[]> {
  return await db<ChainCompletion>(TABLE.chain)
    .whereIn("chain", chains)
    .where("complete_at", "<", since)
    .orderBy("complete_at")
    .select("chain", "complete_at")
}

/**
 * Stores the transfers of a pass together with its new cursor. A process whose
 * lease has expired stores nothing: another one may have read further.
 *
 * @returns whether it was stored
 */
export async function advanceChain(
  db: Knex,
  chain: string,
  owner: string,
  { next_block, is_complete, transfers }: ChainProgress,
  now: Date
): Promise<boolean> {
  return await db.transaction(async (trx) => {
    const advanced = await trx(TABLE.chain)
      .where({ chain, lease_owner: owner })
      .update({
        next_block,
        moved_at: trx.raw(
          "CASE WHEN next_block IS DISTINCT FROM ? THEN ? ELSE moved_at END",
          [next_block, now]
        ),
        ...(is_complete ? { complete_at: now } : {}),
      })
    if (advanced) {
      await recordSeen(trx, transfers, now)
    }
    return advanced > 0
  })
}

/** Releases a chain. Others may read it at once. */
export async function releaseChain(
  db: Knex,
  chain: string,
  owner: string
): Promise<void> {
  await db(TABLE.chain)
    .where({ chain, lease_owner: owner })
    .update({ lease_owner: null, leased_until: null })
}
