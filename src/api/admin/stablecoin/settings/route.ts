import type {
  AuthenticatedMedusaRequest,
  MedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import type { AdminUpdateSettings } from "../../../../http-types"
import { updateSettingsWorkflow } from "../../../../workflows/update-settings"
import { readSettings } from "./answer"
import { refusalOf } from "./refusal"

/** Answers with what is in force and where it comes from; of secrets, whether there are any. */
export async function GET(
  req: MedusaRequest,
  res: MedusaResponse
): Promise<void> {
  res.json(await readSettings(req))
}

/** Saves a change, whole or not at all, and answers as GET does. */
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
