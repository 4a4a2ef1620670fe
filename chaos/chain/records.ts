import type { Observer } from "../../harness/postgres/observer"
import { CHAINS } from "../../src/gateway/schemas"
import type { OrderEntry, Sandbox } from "../../src/sandbox"
import { eventsOf } from "../../src/sandbox/chain/transaction"
import { fromBaseUnits } from "../../src/sandbox/chain/units"

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
  /** Whether an order that was not cancelled is linked, or a refund is due. */
  is_settled: boolean
}

export type ChainException = {
  payment_id: string | null
  kind: string
  chain: string | null
  tx_hash: string | null
}

/** The records of the networks, the gateway and the ledger. */
export type ChainRecords = {
  transfers: Moved[]
  orders: OrderEntry[]
  payments: ProofEntry[]
  /** Only open ones. */
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
         OR EXISTS (SELECT FROM stablecoin_refund AS refund
           WHERE refund.payment_id = row.id AND refund.status <> 'void')
         AS is_settled
       FROM stablecoin_payment AS row WHERE rail = 'onchain' AND deleted_at IS NULL`
    ),
    exceptions: await db.query<ChainException>(
      `SELECT payment_id, kind, details ->> 'chain' AS chain,
         lower(details ->> 'tx_hash') AS tx_hash
       FROM stablecoin_exception
       WHERE status = 'open' AND deleted_at IS NULL`
    ),
    captured: captures.map(({ session_id }) => session_id),
    refunds,
  }
}

/** The transfers of all networks in final blocks. */
function finalTransfers({ chain: memory }: Sandbox): Moved[] {
  return CHAINS.flatMap((chain) => {
    const { blocks } = memory.network(chain)
    return blocks
      .between(0, blocks.finalized)
      .flatMap(eventsOf)
      .filter(({ kind }) => kind === "move")
      .map(({ block, token, transactionHash, logIndex, to, units }) => ({
        chain,
        tx_hash: transactionHash,
        log_index: logIndex,
        coin: token.currency,
        amount: fromBaseUnits(units, token.decimals),
        to,
        at: new Date(block.timestamp * 1000),
      }))
  })
}
