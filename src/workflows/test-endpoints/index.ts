import {
  createWorkflow,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import type { AdminTestEndpoints } from "../../http-types"
import { testEndpointsStep } from "./test-endpoints-step"

/** Tests endpoints of a chain, an entered one or the effective ones. */
export const testEndpointsWorkflow = createWorkflow(
  "test-stablecoin-endpoints",
  (input: WorkflowData<AdminTestEndpoints>) =>
    new WorkflowResponse(testEndpointsStep(input))
)
