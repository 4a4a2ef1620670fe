import { z } from "@medusajs/framework/zod"
import { chainSchema } from "../../../../../gateway"
import type {
  AdminTestConnection,
  AdminTestEndpoints,
} from "../../../../../http-types"
import { RAILS } from "../../../../../ledger"
import {
  plainText,
  typedRpcUrl,
} from "../../../../../modules/stablecoin/service"

const MOST_CHARACTERS = 500

/** Treats a blank field as not sent. */
const typed = plainText
  .max(MOST_CHARACTERS)
  .transform((text) => text || undefined)
  .optional()

export const TestConnection = z.strictObject({
  rail: z.enum(RAILS),
  base_url: typed.refine(
    (url) => !url || (/^https?:\/\//i.test(url) && URL.canParse(url)),
    { error: "must be an address such as https://gateway.example" }
  ),
  client_id: typed,
  client_secret: typed,
}) satisfies z.ZodType<AdminTestConnection>

export type TestConnection = z.infer<typeof TestConnection>

export const TestEndpoints = z.strictObject({
  chain: chainSchema,
  url: typedRpcUrl.optional(),
}) satisfies z.ZodType<AdminTestEndpoints>

export type TestEndpoints = z.infer<typeof TestEndpoints>

/** Whether a body is about endpoints of a chain, not about a gateway. */
export function isOfChain(body: unknown): boolean {
  return typeof body === "object" && body !== null && "chain" in body
}
