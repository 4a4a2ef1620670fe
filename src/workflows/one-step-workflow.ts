import type { MedusaContainer } from "@medusajs/framework/types"
import {
  createStep,
  createWorkflow,
  type ReturnWorkflow,
  StepResponse,
  type WorkflowData,
  WorkflowResponse,
} from "@medusajs/framework/workflows-sdk"

/** Creates a workflow of one step, which is not compensated. */
export function oneStepWorkflow<TInput extends object, TResult>(
  name: string,
  run: (container: MedusaContainer, input: TInput) => Promise<TResult>
): ReturnWorkflow<TInput, TResult, []> {
  const step = createStep(
    name,
    async (input: Record<string, unknown>, { container }) =>
      new StepResponse<unknown>(await run(container, input as TInput))
  )
  return createWorkflow(
    name,
    (input: WorkflowData<Record<string, unknown>>) =>
      new WorkflowResponse(step(input))
  ) as ReturnWorkflow<TInput, TResult, []>
}
