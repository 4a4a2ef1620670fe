import type {
  AuthenticatedMedusaRequest,
  MedusaResponse,
} from "@medusajs/framework/http"
import type { AdminConnectionTestResponse } from "../../../../../http-types"
import { testConnectionWorkflow } from "../../../../../workflows/test-connection"
import type { TestConnection } from "./validators"

/** Tries credentials at the gateway. That they don't work is an answer, and no error. */
export async function POST(
  req: AuthenticatedMedusaRequest<TestConnection>,
  res: MedusaResponse<AdminConnectionTestResponse>
): Promise<void> {
  const { result: test } = await testConnectionWorkflow(req.scope).run({
    input: req.validatedBody,
  })
  res.json({ test } satisfies AdminConnectionTestResponse)
}
