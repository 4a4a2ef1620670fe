import {
  createWorkflow,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { saveSettingsStep, type SettingsChange } from "./save-settings-step"

/** Saves a user's change of the settings, or returns why it was not saved. */
export const updateSettingsWorkflow = createWorkflow(
  "update-stablecoin-settings",
  (input: WorkflowData<SettingsChange>) =>
    new WorkflowResponse(saveSettingsStep(input))
)
