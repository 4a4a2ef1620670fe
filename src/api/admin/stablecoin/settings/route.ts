import type {
  AuthenticatedMedusaRequest,
  MedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import type { AdminUpdateSettings } from "../../../../http-types"
import { updateSettingsWorkflow } from "../../../../workflows/update-settings"
import { readSettings } from "./answer"
import { refusalOf } from "./refusal"

/**
 * Returns the effective settings and where each comes from. Of secrets it
 * returns only whether they are set.
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
  } else {
    const { status, body } = refusalOf(outcome)
    res.status(status).json(body)
  }
}
