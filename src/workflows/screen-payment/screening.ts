import { z } from "@medusajs/framework/zod"
import { SCREENINGS } from "../../ledger"

/** Result of the hook. Absent without a handler. */
export const screeningSchema = z
  .object({ result: z.enum(SCREENINGS) })
  .optional()
