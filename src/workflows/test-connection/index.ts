import {
  createWorkflow,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import type { AdminTestConnection } from "../../http-types"
import { testConnectionStep } from "./test-connection-step"

/** Tests credentials, entered or effective, at the gateway of a rail. */
export const testConnectionWorkflow = createWorkflow(
  "test-stablecoin-connection",
  (input: WorkflowData<AdminTestConnection>) =>
    new WorkflowResponse(testConnectionStep(input))
)
