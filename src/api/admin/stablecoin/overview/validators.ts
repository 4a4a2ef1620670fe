import { z } from "@medusajs/framework/zod"
import {
  OVERVIEW_DAYS,
  OVERVIEW_GROUPS,
  OVERVIEW_MODES,
} from "../../../../http-types"

/**
 * Whether a text names a place of the IANA database, such as `Europe/Madrid`.
 * Other names that Node.js knows mean something else to PostgreSQL: `IST` is in
 * India for one, and in Israel for the other.
 */
function isTimeZone(name: string): boolean {
  if (name !== "UTC" && !/^[A-Za-z_]+(\/[\w+-]+)+$/.test(name)) {
    return false
  }
  try {
    Intl.DateTimeFormat("en", { timeZone: name })
    return true
  } catch {
    return false
  }
}

export const GetOverviewParams = z.object({
  days: z.coerce.number().pipe(z.literal(OVERVIEW_DAYS)).default(30),
  by: z.enum(OVERVIEW_GROUPS).default("currency"),
  mode: z.enum(OVERVIEW_MODES).optional(),
  timezone: z
    .string()
    .refine(isTimeZone, { error: "must be a time zone such as Europe/Madrid" })
    .default("UTC"),
})

export type GetOverviewParams = z.infer<typeof GetOverviewParams>
