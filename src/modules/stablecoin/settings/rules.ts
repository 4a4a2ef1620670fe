import { z } from "zod"
import { chainSchema, stablecoinSchema } from "../../../gateway"
import { isMoreThan, toAmount } from "../../../ledger"
import { invalid } from "./field-error"

const amount = z
  .string()
  .trim()
  .refine(
    (value) => /^\d{1,12}(\.\d{1,2})?$/.test(value),
    invalid("amount", 'must be an amount in stablecoins, such as "50.00"')
  )
  .transform((value) => toAmount(value))
  .optional()

const rule = z
  .strictObject({
    region: z
      .string()
      .regex(/^[\w-]{1,100}$/, { error: "must be the id of a region" })
      .optional(),
    chain: chainSchema.optional(),
    coins: z.array(stablecoinSchema).min(1).max(2).optional(),
    min: amount,
    max: amount,
  })
  .refine(({ min, max }) => !min || !max || !isMoreThan(min, max), {
    path: ["max"],
    ...invalid("amount_order", "must be at least the smallest amount"),
  })

export const rulesSchema = z
  .array(rule)
  .max(100)
  .refine(
    (rules) =>
      new Set(rules.map(({ region, chain }) => `${region} ${chain}`)).size ===
      rules.length,
    invalid("rule_twice", "must not have two rules of a region and network")
  )
