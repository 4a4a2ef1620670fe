import type {
  ExecArgs,
  IWorkflowEngineService,
} from "@medusajs/framework/types"
import { Modules } from "@medusajs/framework/utils"

/**
 * What `medusa exec` runs in the store: has it check itself, and sends what was
 * found to the parent process. By the workflow's name, so that it is the
 * plugin of the store that answers, whichever copy this file is of.
 */
export default async function checkStore({
  container,
  args,
}: ExecArgs): Promise<void> {
  const [workerMode] = args
  const engine = container.resolve<IWorkflowEngineService>(
    Modules.WORKFLOW_ENGINE
  )
  const { result } = await engine.run("check-stablecoin-health", {
    // `medusa exec` itself calls its process a server.
    input: { worker_mode: workerMode || "shared" },
  })
  await new Promise<void>((resolve, reject) => {
    if (!process.send) {
      throw new Error(
        "Run `medusa-payment-stablecoin doctor` in place of this."
      )
    }
    process.send(result, (error: Error | null) =>
      error ? reject(error) : resolve()
    )
  })
}
