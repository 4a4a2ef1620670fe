import type {
  AdminFieldErrors,
  AdminSettingsConflict,
  SettingsWarning,
} from "../../../../http-types"
import type { Rail } from "../../../../ledger"
import type { SavedSettings } from "../../../../modules/stablecoin/types"
import { fieldErrors } from "../field-errors"

type Refused = Extract<SavedSettings, { saved: false }>

const WARNINGS: Record<SettingsWarning, (rail?: Rail) => string> = {
  live: (rail) =>
    `Payments of the ${rail} rail would move from test to live: real money. Nothing was saved yet; send confirm: ["live"] to continue.`,
  test: (rail) =>
    `Payments of the ${rail} rail would move from live to test: orders would be placed for simulated money. Nothing was saved yet; send confirm: ["test"] to continue.`,
  unverified: (rail) =>
    `The gateway did not confirm the credentials of the ${rail} rail. Nothing was saved yet; correct them, or send confirm: ["unverified"] to save them anyway.`,
  exchange_rate: () =>
    `One unit of a currency other than the dollar would be paid as one coin: there is no exchange rate. Nothing was saved yet; send confirm: ["exchange_rate"] to continue.`,
}

/** Status and body for a change that was not saved. */
export function refusalOf(
  outcome: Refused
):
  | { status: 400; body: AdminFieldErrors }
  | { status: 409; body: AdminSettingsConflict } {
  if (outcome.refused === "invalid") {
    return { status: 400, body: fieldErrors(outcome.errors) }
  }
  if (outcome.refused === "changed") {
    const message =
      "The settings were not saved: another user has changed them meanwhile. Load them again."
    return { status: 409, body: { type: "conflict", code: "changed", message } }
  }
  const { code, rail, test } = outcome
  return {
    status: 409,
    body: {
      type: "conflict",
      code,
      message: WARNINGS[code](rail),
      rail,
      test,
    },
  }
}
