import { z } from "@medusajs/framework/zod"
import type { AdminTestConnection } from "../../../../../http-types"
import { RAILS } from "../../../../../ledger"
import { plainText } from "../../../../../modules/stablecoin/service"

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
