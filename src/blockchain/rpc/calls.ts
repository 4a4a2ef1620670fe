import { z } from "zod"
import { boundedArray } from "../../shared/bounded-array"
import type { RpcErrorCode } from "./rpc-error"

/** Hexadecimal number of JSON-RPC: `0x1b4`. */
const quantitySchema = z
  .string()
  .regex(/^0x[0-9a-f]{1,16}$/i, "must be a hexadecimal number such as 0x1b4")
  .transform((hex) => Number(hex))
  .refine(Number.isSafeInteger, "is too large")

/** Hexadecimal number of up to 256 bits. */
const unitsSchema = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/i, "must be a hexadecimal number of 256 bits")
  .transform(BigInt)

const hashSchema = z.string().regex(/^0x[0-9a-f]{64}$/i, "must be a hash")
const addressSchema = z
  .string()
  .regex(/^0x[0-9a-f]{40}$/i, "must be an address")
const dataSchema = z
  .string()
  .regex(/^0x(?:[0-9a-f]{2})*$/i, "must be hexadecimal")

/** An event has at most four. */
const MAX_TOPICS = 4
/** Endpoints return at most 10,000, and split what is more. */
const MAX_LOGS = 20_000

/** Event log of a transaction. */
const logSchema = z.object({
  address: addressSchema,
  topics: boundedArray(z.string(), MAX_TOPICS),
  data: dataSchema,
  logIndex: quantitySchema,
  transactionHash: hashSchema,
  blockNumber: quantitySchema,
  blockHash: hashSchema,
  /** Set on a log that a reorganization removed. */
  removed: z.boolean().optional(),
})
export type Log = z.infer<typeof logSchema>

const logsSchema = boundedArray(logSchema, MAX_LOGS)

/** Result of `eth_getTransactionReceipt`. */
const receiptSchema = z.object({
  transactionHash: hashSchema,
  blockNumber: quantitySchema,
  blockHash: hashSchema,
  /** 1: executed; 0: reverted, so that it moved nothing. */
  status: quantitySchema,
  logs: logsSchema,
})
export type Receipt = z.infer<typeof receiptSchema>

/** Seconds since 1970 of the last time that a `Date` can have. */
const LAST_SECOND = 8_640_000_000_000

/** The parts of a block that are used. */
const blockSchema = z.object({
  number: quantitySchema,
  hash: hashSchema,
  /** Seconds since 1970. */
  timestamp: quantitySchema.refine(
    (seconds) => seconds <= LAST_SECOND,
    "is too late"
  ),
})
export type Block = z.infer<typeof blockSchema>

/** Each of the chains makes a block within seconds. */
const STUCK_AFTER_MS = 10 * 60_000

/** A JSON-RPC call, with the schema of its result. */
export type RpcCall<T> = {
  method: string
  params: readonly unknown[]
  schema: z.ZodType<T>
  /**
   * Why no answer of an endpoint counts that gives this one, or null.
   *
   * @param now milliseconds since 1970
   */
  doubt?(value: T, now: number): Doubt | null
}

export type Doubt = { code: RpcErrorCode; reason: string }

/** A block by number, or the last one that an endpoint calls so. */
export type BlockTag = number | "finalized" | "safe" | "latest"

export type LogFilter = {
  fromBlock: number
  toBlock: number
  /** Contracts. An empty list is all of them. */
  addresses: readonly string[]
  /** Each topic is any of its values. Null is any value, as is an empty list. */
  topics: readonly (readonly string[] | null)[]
}

/** The EIP-155 chain id. */
export function chainId(): RpcCall<number> {
  return call("eth_chainId", [], quantitySchema)
}

/** An endpoint of another network would contradict every payment. */
export function chainIdOf(evmChainId: number): RpcCall<number> {
  return {
    ...chainId(),
    doubt: (id) =>
      id === evmChainId
        ? null
        : {
            code: "wrong_chain",
            reason: `is of another network: its chain id is ${id}, not ${evmChainId}.`,
          },
  }
}

/** Null: there is no such block yet. */
export function blockOf(tag: BlockTag) {
  return call(
    "eth_getBlockByNumber",
    [nameOf(tag), false],
    blockSchema.nullable()
  )
}

/**
 * The newest block. An endpoint that shows an old one has stopped following its
 * chain: it knows no later transaction, and would contradict honest payments.
 */
export function newestBlock(): RpcCall<Block | null> {
  return {
    ...blockOf("latest"),
    doubt: (block, now) =>
      now - (block?.timestamp ?? 0) * 1_000 <= STUCK_AFTER_MS
        ? null
        : {
            code: "bad_answer",
            reason:
              "shows no block of the last 10 minutes: its node is stuck, or this server's clock is wrong.",
          },
  }
}

/** Base units of the network's own coin, of which each has 18 digits. */
export function balanceOf(address: string, tag: BlockTag) {
  return call("eth_getBalance", [address, nameOf(tag)], unitsSchema)
}

/** Null: the transaction is in no block. */
export function receiptOf(txHash: string) {
  return call("eth_getTransactionReceipt", [txHash], receiptSchema.nullable())
}

export function logsOf({ fromBlock, toBlock, addresses, topics }: LogFilter) {
  const filter = {
    fromBlock: quantity(fromBlock),
    toBlock: quantity(toBlock),
    address: addresses,
    topics,
  }
  return call("eth_getLogs", [filter], logsSchema)
}

function call<T>(
  method: string,
  params: readonly unknown[],
  schema: z.ZodType<T>
): RpcCall<T> {
  return { method, params, schema }
}

function nameOf(tag: BlockTag): string {
  return typeof tag === "number" ? quantity(tag) : tag
}

function quantity(number: number): string {
  return `0x${number.toString(16)}`
}
