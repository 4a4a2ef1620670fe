import { z } from "zod"
import {
  CHAINS,
  type Chain,
  chainSchema,
} from "../../../../src/gateway/schemas"
import { strict } from "../parse"

const limit = z.number().int().positive().nullable().optional()

const rpcRulesSchema = strict({
  /** Blocks of one `eth_getLogs`; more is the error -32614. Null: any. */
  maxLogRange: limit,
  /** Logs of one `eth_getLogs`; more is the error -32602. Null: any. */
  maxLogs: limit,
  /**
   * Calls of one batch; more is the error -32600. 0: not even a batch of one.
   * Null: any.
   */
  maxBatch: z.number().int().nonnegative().nullable().optional(),
  /**
   * The error for the tags `safe` and `finalized`: -32602 of a node that does
   * not know them, -39001 of one that has no such block. Null: it has them.
   */
  finalizedTagError: z
    .union([z.literal(-32602), z.literal(-39001)])
    .nullable()
    .optional(),
})

/** Limits of a chain's JSON-RPC nodes, which vendors set differently. */
export type RpcRules = Required<z.output<typeof rpcRulesSchema>>

export const rpcRulesChangeSchema = z.partialRecord(chainSchema, rpcRulesSchema)

/** Rules to change, by chain. Omitted chains and rules stay. */
export type RpcRulesChange = z.input<typeof rpcRulesChangeSchema>

const UNLIMITED: RpcRules = {
  maxLogRange: null,
  maxLogs: null,
  maxBatch: null,
  finalizedTagError: null,
}

export const DEFAULT_RPC_RULES = rulesOf(() => UNLIMITED)

export function applyRpcRules(
  current: Record<Chain, RpcRules>,
  change: RpcRulesChange
): Record<Chain, RpcRules> {
  return rulesOf((chain) => ({ ...current[chain], ...change[chain] }))
}

function rulesOf(of: (chain: Chain) => object): Record<Chain, RpcRules> {
  return Object.fromEntries(
    CHAINS.map((chain) => [chain, of(chain)])
  ) as Record<Chain, RpcRules>
}
