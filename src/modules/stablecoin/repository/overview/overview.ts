import type { Knex } from "@medusajs/framework/mikro-orm/knex"
import type {
  AdminOverviewResponse,
  OverviewGroup,
  OverviewMode,
} from "../../../../http-types"
import { readNotShownMoney } from "./not-shown-money"
import { countOutcomes } from "./outcomes"
import { readDays } from "./period"
import { readReceivedMoney } from "./received-money"
import { readMedianSeconds } from "./time-to-paid"

export type OverviewRequest = {
  by: OverviewGroup
  mode: OverviewMode
  /** Including today. */
  days: number
  /** An IANA time zone. */
  timezone: string
}

export type Overview =
  | Pick<
      AdminOverviewResponse["overview"],
      | "received"
      | "groups"
      | "fees"
      | "not_shown"
      | "outcomes"
      | "median_seconds"
    >
  /** The database does not know the time zone. */
  | { refused: "unknown_timezone" }

/** SQLSTATE of an unknown time zone. */
const INVALID_PARAMETER_VALUE = "22023"

/** Sums and counts the payments of the last days, each part in one statement. */
export async function readOverview(
  db: Knex,
  { by, mode, ...last }: OverviewRequest,
  now = new Date()
): Promise<Overview> {
  const days = await readDays(db, last, now).catch((error: unknown) => {
    if (isCode(error, INVALID_PARAMETER_VALUE)) {
      return null
    }
    throw error
  })
  if (!days) {
    return { refused: "unknown_timezone" }
  }
  const period = { ...days, mode }
  // One after the other: the page of one user takes one connection, not three.
  const money = await readReceivedMoney(db, { ...period, by })
  const not_shown = await readNotShownMoney(db, period)
  const outcomes = await countOutcomes(db, period)
  const median_seconds = await readMedianSeconds(db, period)
  return { ...money, not_shown, outcomes, median_seconds }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code
}
