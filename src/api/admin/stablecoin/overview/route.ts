import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http"
import { z } from "@medusajs/framework/zod"
import {
  type AdminOverviewResponse,
  OVERVIEW_DAYS,
  OVERVIEW_GROUPS,
  OVERVIEW_MODES,
} from "../../../../http-types"
import { STABLECOIN_MODULE } from "../../../../modules/stablecoin"
import { storeMode } from "../../../../modules/stablecoin/service"
import { validQuery } from "../../../valid-query"

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

const params = z.strictObject({
  days: z.coerce.number().pipe(z.literal(OVERVIEW_DAYS)).default(30),
  by: z.enum(OVERVIEW_GROUPS).default("currency"),
  mode: z.enum(OVERVIEW_MODES).optional(),
  timezone: z
    .string()
    .refine(isTimeZone, { error: "must be a time zone such as Europe/Madrid" })
    .default("UTC"),
})

/** The money received, the fees and the success of the last days. */
export async function GET(
  req: MedusaRequest,
  res: MedusaResponse<AdminOverviewResponse>
): Promise<void> {
  const { repository, settings } = req.scope.resolve(STABLECOIN_MODULE)
  const given = await validQuery(req, params)
  const { mode = await storeMode(settings), ...query } = given
  const request = { ...query, mode }
  const overview = await repository.overview.read(request)
  res.json({ overview: { ...request, ...overview } })
}
