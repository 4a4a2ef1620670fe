import { container as storeContainer } from "@medusajs/framework"
import type {
  ExecArgs,
  IWorkflowEngineService,
} from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import type { AdminHealthResponse } from "../../http-types"

/** What the parent process hears. */
export type StoreMessage =
  | { health: AdminHealthResponse["health"] }
  | { silentDatabase: { patienceMs: number } }

const DATABASE_PATIENCE_MS = 20_000

// Medusa imports this module before it connects to the database, and tries that
// for minutes without a word.
setTimeout(() => {
  if (
    !storeContainer.hasRegistration(ContainerRegistrationKeys.PG_CONNECTION)
  ) {
    void tell({ silentDatabase: { patienceMs: DATABASE_PATIENCE_MS } })
  }
}, DATABASE_PATIENCE_MS).unref()

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
  await tell({ health: result as AdminHealthResponse["health"] })
}

async function tell(message: StoreMessage): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    if (!process.send) {
      throw new Error(
        "Run `medusa-payment-stablecoin doctor` in place of this."
      )
    }
    process.send(message, (error: Error | null) =>
      error ? reject(error) : resolve()
    )
  })
}
