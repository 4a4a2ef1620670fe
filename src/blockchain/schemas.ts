import { z } from "zod"
import { boundedArray } from "../shared/bounded-array"

/** Hexadecimal number of JSON-RPC: `0x1b4`. */
export const quantitySchema = z
  .string()
  .regex(/^0x[0-9a-f]{1,16}$/i, "must be a hexadecimal number such as 0x1b4")
  .transform((hex) => Number(hex))
  .refine(Number.isSafeInteger, "is too large")

/** Hexadecimal number of up to 256 bits. */
export const unitsSchema = z
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

export const logsSchema = boundedArray(logSchema, MAX_LOGS)

/** Result of `eth_getTransactionReceipt`. */
export const receiptSchema = z.object({
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
export const blockSchema = z.object({
  number: quantitySchema,
  hash: hashSchema,
  /** Seconds since 1970. */
  timestamp: quantitySchema.refine(
    (seconds) => seconds <= LAST_SECOND,
    "is too late"
  ),
})
export type Block = z.infer<typeof blockSchema>
