import { container as storeContainer } from "@medusajs/framework"
import type {
  ExecArgs,
  IWorkflowEngineService,
} from "@medusajs/framework/types"
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils"
import { messageOf } from "../../shared/message-of"

/** A message to the parent process. */
export type StoreMessage =
  | { result: unknown }
  /** Why the workflow failed. */
  | { failure: string }
  /** The database has not answered for so many seconds. */
  | { silentDatabase: number }

const DATABASE_TIMEOUT_S = 10

// Medusa imports this module before it connects to the database, and retries
// the connection for minutes without logging.
setTimeout(() => {
  if (
    !storeContainer.hasRegistration(ContainerRegistrationKeys.PG_CONNECTION)
  ) {
    void send({ silentDatabase: DATABASE_TIMEOUT_S })
  }
}, DATABASE_TIMEOUT_S * 1_000).unref()

/**
 * The script that `medusa exec` runs in the store. It runs a workflow by its
 * name, so that the store's own copy of the plugin runs it, whichever copy this
 * file belongs to.
 */
export default async function runWorkflow({
  container,
  args,
}: ExecArgs): Promise<void> {
  const [workflow = "", input = "{}"] = args
  const engine = container.resolve<IWorkflowEngineService>(
    Modules.WORKFLOW_ENGINE
  )
  const { result, errors } = await engine.run(workflow, {
    input: JSON.parse(input) as object,
    throwOnError: false,
  })
  const [failed] = errors
  await send(failed ? { failure: messageOf(failed.error) } : { result })
}

async function send(message: StoreMessage): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    if (!process.send) {
      throw new Error(
        "This file is run by the command medusa-payment-stablecoin, such as by its doctor."
      )
    }
    process.send(message, (error: Error | null) =>
      error ? reject(error) : resolve()
    )
  })
}
