import {
  createWorkflow,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import type { Resolution } from "../../modules/stablecoin/store/resolve-exception"
import { resolveExceptionStep } from "./resolve-exception-step"

/** Resolves an exception on a person's word, and opens a refund due where it asks for one. */
export const resolveExceptionWorkflow = createWorkflow(
  "resolve-stablecoin-exception",
  (input: WorkflowData<Resolution>) => {
    return new WorkflowResponse(resolveExceptionStep(input))
  }
)
