import type {
  AuthenticatedMedusaRequest,
  MedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type {
  AdminSettingsConflict,
  AdminSettingsResponse,
  AdminUpdateSettings,
  SettingsWarning,
} from "../../../../http-types"
import type { Rail } from "../../../../ledger"
import { STABLECOIN_MODULE } from "../../../../modules/stablecoin"
import { updateSettingsWorkflow } from "../../../../workflows/update-settings"
import { fieldErrors } from "../field-errors"

const SHOWN_CHANGES = 20

/**
 * Returns the effective settings and where each comes from, the health of the
 * webhooks, and the last changes. Of secrets it returns only whether they are
 * set.
 */
export async function GET(
  req: MedusaRequest,
  res: MedusaResponse
): Promise<void> {
  res.json(await readSettings(req))
}

/** Saves a change, all or nothing, and returns the same as GET. */
export async function POST(
  req: AuthenticatedMedusaRequest<AdminUpdateSettings>,
  res: MedusaResponse
): Promise<void> {
  const { result: outcome } = await updateSettingsWorkflow(req.scope).run({
    input: { change: req.validatedBody, by: req.auth_context.actor_id },
  })
  if (outcome.saved) {
    res.json(await readSettings(req))
  } else if (outcome.refused === "invalid") {
    res.status(400).json(fieldErrors(outcome.errors))
  } else {
    const { code, rail, test } =
      outcome.refused === "warned" ? outcome : { code: "changed" as const }
    const message = MESSAGES[code](rail)
    const type = "conflict"
    res
      .status(409)
      .json({ type, code, message, rail, test } satisfies AdminSettingsConflict)
  }
}

async function readSettings({
  scope,
}: MedusaRequest): Promise<AdminSettingsResponse> {
  const { settings, webhooks } = scope.resolve(STABLECOIN_MODULE)
  const { data } = await scope.resolve(ContainerRegistrationKeys.QUERY).graph({
    entity: "stablecoin_setting_change",
    fields: ["id", "actor_id", "fields", "created_at"],
    pagination: {
      take: SHOWN_CHANGES,
      order: { created_at: "DESC", id: "DESC" },
    },
  })
  return {
    settings: {
      ...(await settings.describe()),
      webhooks: await webhooks.health(),
      changes: data as AdminSettingsResponse["settings"]["changes"],
    },
  }
}

const MESSAGES: Record<SettingsWarning | "changed", (rail?: Rail) => string> = {
  changed: () =>
    "The settings were not saved: another user has changed them meanwhile. Load them again.",
  live: (rail) =>
    `Payments of the ${rail} rail would move from test to live: real money. Nothing was saved yet; send confirm: ["live"] to continue.`,
  test: (rail) =>
    `Payments of the ${rail} rail would move from live to test: orders would be placed for simulated money. Nothing was saved yet; send confirm: ["test"] to continue.`,
  unverified: (rail) =>
    `The gateway did not confirm the credentials of the ${rail} rail. Nothing was saved yet; correct them, or send confirm: ["unverified"] to save them anyway.`,
}
