import { z } from "zod"
import { type Finality, FINALITY_TAGS } from "../../../blockchain/finality"
import { perChain } from "./by-chain"
import { invalid } from "./field-error"

const MOST_CONFIRMATIONS = 10_000

const knownSchema = z.union([
  z.enum(FINALITY_TAGS),
  z.int().min(1).max(MOST_CONFIRMATIONS),
])

/** Of one chain, or of all. */
export const finalitySchema = z.custom<Finality>(
  (value) => knownSchema.safeParse(value).success,
  invalid(
    "finality",
    `must be "finalized", "safe" or a number of confirmations between 1 and ${MOST_CONFIRMATIONS}`
  )
)

/** The option, which may differ by chain. */
export const finalityOptionSchema = z.union(
  [finalitySchema, perChain(finalitySchema)],
  {
    error: `must be "finalized", "safe", a number of confirmations between 1 and ${MOST_CONFIRMATIONS}, or an object with one of them per network`,
  }
)
