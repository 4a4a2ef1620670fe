import { z } from "zod"
import { invalidParams } from "./rpc-refusal"

const quantity = z
  .string()
  .regex(/^0x(0|[1-9a-f][0-9a-f]*)$/i, "must be a quantity such as 0x1b4")
  .transform((hex) => Number(hex))

const hash = z.string().regex(/^0x[0-9a-f]{64}$/i, "must be 32 bytes")

const address = z.string().regex(/^0x[0-9a-f]{40}$/i, "must be an address")

const data = z
  .string()
  .regex(/^0x([0-9a-f]{2})*$/i, "must be hexadecimal bytes")

const blockTag = z.union(
  [quantity, z.enum(["latest", "safe", "finalized", "earliest"])],
  "must be a quantity, latest, safe, finalized or earliest"
)

/** A block by number, or the one that the node calls so. */
export type BlockTag = z.output<typeof blockTag>

const oneOrMore = <T extends z.ZodType>(item: T) =>
  z.union([z.array(item), item.transform((one) => [one])])

const logFilter = z.object({
  fromBlock: blockTag.nullish(),
  toBlock: blockTag.nullish(),
  blockHash: hash.nullish(),
  /** Contracts. */
  address: oneOrMore(address).nullish(),
  /** Each topic is any of its values; null or empty: any. */
  topics: z.array(oneOrMore(hash).nullable()).max(4).nullish(),
})
export type LogFilter = z.output<typeof logFilter>

const call = z.object({
  to: address.nullish(),
  data: data.optional(),
  input: data.optional(),
})

/** The parameters of each method. */
export const PARAMS = {
  block: z.tuple([blockTag, z.boolean().optional()]),
  hash: z.tuple([hash]),
  logs: z.tuple([logFilter]),
  call: z.tuple([call, blockTag.optional()]),
  account: z.tuple([address, blockTag.optional()]),
}

/** @throws RpcRefusal -32602 with the first wrong parameter */
export function parseParams<T>(
  schema: z.ZodType<T>,
  params: readonly unknown[]
): T {
  const parsed = schema.safeParse(params)
  if (parsed.success) {
    return parsed.data
  }
  const [issue] = parsed.error.issues
  const [index = 0, ...path] = issue?.path ?? []
  const at = path.length ? ` ${z.core.toDotPath(path)}` : ""
  throw invalidParams(
    `invalid argument ${String(index)}:${at} ${issue?.message ?? ""}`
  )
}
