import type { Observer } from "../../harness/postgres/observer"
import { CHAINS } from "../../../src/gateway/schemas"
import type { OrderEntry, Sandbox } from "../../../packages/sandbox/src"

/** A transfer that moved coins. Hashes and addresses are in lower case. */
export type Moved = {
  chain: string
  tx_hash: string
  log_index: number
  /** The coin's name, such as `USDC.e`; otherwise its contract's address. */
  coin: string
  amount: string
  to: string
  at: Date
}

/** A payment of the ledger, with its proof. */
export type ProofEntry = {
  id: string
  session_id: string
  chain: string
  destination_address: string | null
  tx_hash: string | null
  proof_status: string | null
  log_index: number | null
  /** Whether an order that was not cancelled is linked. */
  is_ordered: boolean
  /** Whether a part of its money is sent back, due to be, or kept. */
  is_used: boolean
  /**
   * Whether the merchant edited its order before the capture, so that Medusa
   * gave its payment up, and an exception names it.
   */
  is_edited: boolean
}

/** A transfer that the store has seen. */
export type SeenEntry = Pick<Moved, "chain" | "tx_hash" | "log_index"> & {
  payment_id: string | null
}

export type ChainException = { kind: string; count: number }

/** The records of the networks, the gateway and the ledger. */
export type ChainRecords = {
  transfers: Moved[]
  orders: OrderEntry[]
  payments: ProofEntry[]
  seen: SeenEntry[]
  /** The open ones, by kind. */
  exceptions: ChainException[]
  /** Sessions whose payments Medusa has captured. */
  captured: string[]
  /** Captures that Medusa refunded, since it could not complete their cart. */
  refunds: number
}

export async function readChainRecords(
  sandbox: Sandbox,
  db: Observer
): Promise<ChainRecords> {
  const captures = await db.query<{ session_id: string }>(
    `SELECT payment.payment_session_id AS session_id
     FROM capture JOIN payment ON payment.id = capture.payment_id
     WHERE capture.deleted_at IS NULL`
  )
  const { refunds } = await db.one<{ refunds: number }>(
    `SELECT count(*)::int AS refunds FROM refund WHERE deleted_at IS NULL`
  )
  return {
    transfers: finalTransfers(sandbox),
    orders: sandbox.orders(),
    payments: await db.query<ProofEntry>(
      `SELECT id, session_id, chain, lower(destination_address) AS destination_address,
         lower(tx_hash) AS tx_hash, proof_status,
         (proof ->> 'log_index')::int AS log_index,
         EXISTS (SELECT FROM order_payment_collection AS link
           JOIN "order" ON "order".id = link.order_id
           WHERE link.payment_collection_id = row.payment_collection_id
             AND link.deleted_at IS NULL AND "order".canceled_at IS NULL)
         AS is_ordered,
         EXISTS (SELECT FROM stablecoin_deposit AS deposit
           JOIN stablecoin_allocation AS used ON used.deposit_id = deposit.id
           WHERE deposit.payment_id = row.id AND used.kind <> 'capture'
             AND used.deleted_at IS NULL) AS is_used,
         EXISTS (SELECT FROM stablecoin_exception AS named
           WHERE named.payment_id = row.id AND named.status = 'open'
             AND named.kind = 'cart_changed' AND named.reason = 'cancelled'
             AND named.deleted_at IS NULL) AS is_edited
       FROM stablecoin_payment AS row WHERE rail = 'onchain' AND deleted_at IS NULL`
    ),
    seen: await db.query<SeenEntry>(
      `SELECT payment_id, chain, tx_hash, log_index FROM stablecoin_deposit
       WHERE seen_at IS NOT NULL AND deleted_at IS NULL`
    ),
    exceptions: await db.query<ChainException>(
      `SELECT kind, count(*)::int AS count FROM stablecoin_exception
       WHERE status = 'open' AND deleted_at IS NULL GROUP BY kind ORDER BY kind`
    ),
    captured: captures.map(({ session_id }) => session_id),
    refunds,
  }
}

/** The transfers of all networks in final blocks. */
function finalTransfers(sandbox: Sandbox): Moved[] {
  return CHAINS.flatMap((code) => {
    const chain = sandbox.chain(code)
    return chain.transfers
      .filter(({ block }) => block <= chain.head.finalized)
      .filter(({ status }) => status === "success")
      .map(({ txHash, logIndex, currency, amount, to, block }) => ({
        chain: code,
        tx_hash: txHash,
        log_index: logIndex,
        coin: currency,
        amount,
        to,
        at: new Date(chain.timeOf(block) * 1000),
      }))
  })
}
