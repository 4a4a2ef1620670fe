import { z } from "zod"
import {
  type Block,
  blockSchema,
  logsSchema,
  quantitySchema,
  receiptSchema,
  unitsSchema,
} from "../schemas"

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
