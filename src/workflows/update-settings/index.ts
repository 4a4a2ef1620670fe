import {
  createWorkflow,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"
import { saveSettingsStep, type SettingsChange } from "./save-settings-step"

/** Saves what a person has changed in the settings, or says what keeps it from being saved. */
export const updateSettingsWorkflow = createWorkflow(
  "update-stablecoin-settings",
  (input: WorkflowData<SettingsChange>) =>
    new WorkflowResponse(saveSettingsStep(input))
)
