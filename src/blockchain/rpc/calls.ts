import { z } from "zod"
import { boundedArray } from "../../shared/bounded-array"

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

/** The first 4 bytes of the Keccak-256 hash of `decimals()`. */
const DECIMALS = "0x313ce567"

/** A JSON-RPC call, with the schema of its result. */
export type RpcCall<T> = {
  method: string
  params: readonly unknown[]
  schema: z.ZodType<T>
  /** Of a call for the newest block: its time, in milliseconds since 1970. */
  madeAt?(value: T): number
}

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
export function chainId() {
  return call("eth_chainId", [], quantitySchema)
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
 * chain, so an `RpcClient` accepts none of its answers to the same batch.
 */
export function newestBlock(): RpcCall<Block | null> {
  return {
    ...blockOf("latest"),
    madeAt: (block) => (block?.timestamp ?? 0) * 1_000,
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

/**
 * The fraction digits of a coin's base unit. An address without a contract
 * answers in an unknown form.
 */
export function decimalsOf(token: string) {
  const transaction = { to: token, data: DECIMALS }
  return call("eth_call", [transaction, "latest"], unitsSchema)
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

/**
 * - `unreachable`: no answer, or not in time.
 * - `rate_limited`: asked too often.
 * - `refused`: the endpoint does not serve this call, such as a range of blocks
 *   that is too large.
 * - `bad_answer`: not an answer of JSON-RPC.
 */
export type RpcErrorCode =
  "unreachable" | "rate_limited" | "refused" | "bad_answer"

/**
 * An endpoint did not answer a call. That says nothing about the chain.
 */
export class RpcError extends Error {
  override readonly name = "RpcError"

  /**
   * @param reason continues "The endpoint HOST …" or "No endpoint …"
   * @param host name of the endpoint, or "" without one. Its path and query may
   *   contain a key
   */
  constructor(
    reason: string,
    readonly code: RpcErrorCode,
    readonly host = ""
  ) {
    super(`${host ? `The endpoint ${host}` : "No endpoint"} ${reason}`)
  }
}

/** The result of one call of a batch. */
export type RpcResult<T> =
  { ok: true; value: T } | { ok: false; error: RpcError }

export type RpcResults<Calls extends readonly RpcCall<unknown>[]> = {
  [Index in keyof Calls]: Calls[Index] extends RpcCall<infer T>
    ? RpcResult<T>
    : never
}

/** Why a call of a batch has no value. Null: each has one. */
export function firstError(
  results: readonly RpcResult<unknown>[]
): RpcError | null {
  const failed = results.find((result) => !result.ok)
  return failed && !failed.ok ? failed.error : null
}
