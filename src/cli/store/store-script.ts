import { connect } from "node:net"
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
  | { silentDatabase: { timeoutMs: number } }
  /** A reason such as "nothing listens at localhost:5432". */
  | { unreachableDatabase: { reason: string } }

const DATABASE_TIMEOUT_MS = 20_000
const POSTGRES_PORT = 5432

/** Errors that another try won't change. */
const FINAL_ERRORS: Record<
  string,
  ((host: string, port: number) => string) | undefined
> = {
  ECONNREFUSED: (host, port) => `nothing listens at ${host}:${port}`,
  ENOTFOUND: (host) => `there is no host ${host}`,
}

// Medusa imports this module before it connects to the database, and retries
// the connection for minutes without logging.
reportUnreachable()
setTimeout(() => {
  if (
    !storeContainer.hasRegistration(ContainerRegistrationKeys.PG_CONNECTION)
  ) {
    void send({ silentDatabase: { timeoutMs: DATABASE_TIMEOUT_MS } })
  }
}, DATABASE_TIMEOUT_MS).unref()

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

/** Reports a database at whose address nothing listens. */
function reportUnreachable(): void {
  const address = databaseAddress()
  if (!address) {
    return
  }
  const { host, port } = address
  const socket = connect({ host, port })
  socket.once("connect", () => socket.destroy())
  socket.once("error", ({ code = "" }: NodeJS.ErrnoException) => {
    const reason = FINAL_ERRORS[code]
    if (reason) {
      void send({ unreachableDatabase: { reason: reason(host, port) } })
    }
  })
}

/**
 * Where Medusa connects: to its config's database, or to the defaults of
 * PostgreSQL's clients. Null for a Unix socket.
 */
function databaseAddress(): { host: string; port: number } | null {
  const { databaseUrl } = storeContainer.resolve(
    ContainerRegistrationKeys.CONFIG_MODULE
  ).projectConfig
  if (databaseUrl && !URL.canParse(databaseUrl)) {
    return null
  }
  const { hostname, port } = databaseUrl
    ? new URL(databaseUrl)
    : { hostname: process.env.PGHOST, port: process.env.PGPORT }
  const host = hostname?.replace(/^\[|\]$/g, "") || "localhost"
  return host.startsWith("/") || host.startsWith("%2F")
    ? null
    : { host, port: Number(port) || POSTGRES_PORT }
}
