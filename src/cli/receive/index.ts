import { parseArgs } from "node:util"
import { Logger } from "../../receiver/logger"
import { startReceiver } from "../../receiver/receiver"
import { SpoolError } from "../../receiver/spool/spool-error"
import { StoreConfigError } from "../../receiver/store-config"
import { COMMAND } from "../command"
import { CommandError, type Io, UsageError } from "../io"
import { environmentOf } from "../store/environment"
import { wholeNumber } from "../whole-number"

const MEGABYTE = 1024 * 1024

export const RECEIVE_HELP = `Receive the gateway's webhooks in a process of its own, also while the store is down.

  ${COMMAND} receive [options]
    --port <n>        port to listen on (default 9100)
    --host <address>  address to listen on (default 127.0.0.1)
    --spool <folder>  keeps webhooks while the database is away, on a local
                      disk (default stablecoin-spool)
    --spool-mb <n>    size of the spool from which webhooks are refused
                      (default 1024)
    --env <file>      read medusa-config with this file's variables, over the
                      shell's
    --json            print the address as one line of JSON

Run it in the store's folder, with the store's environment, behind the same
host name as the store: a reverse proxy sends /hooks/* to it. GET /health
answers ready, spooling, or full.`

/** The command `receive`. @throws UsageError, CommandError */
export async function runReceive(args: string[], io: Io): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: "string", default: "9100" },
      host: { type: "string", default: "127.0.0.1" },
      spool: { type: "string", default: "stablecoin-spool" },
      "spool-mb": { type: "string", default: "1024" },
      env: { type: "string" },
      json: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  })
  if (values.help) {
    io.out(RECEIVE_HELP)
    return
  }
  const maxMegabytes = wholeNumber("--spool-mb", values["spool-mb"])
  if (!maxMegabytes) {
    throw new UsageError("--spool-mb is more than 0.")
  }
  const receiver = await started({
    folder: process.cwd(),
    env: environmentOf(io.env, values.env),
    host: values.host,
    port: wholeNumber("--port", values.port, 65_535),
    spool: { folder: values.spool, maxBytes: maxMegabytes * MEGABYTE },
    logger: new Logger(io.err),
  })
  const { url } = receiver
  io.out(
    values.json
      ? JSON.stringify({ url, pid: process.pid })
      : `The receiver listens on ${url}. Ctrl-C ends it.`
  )
  await new Promise<void>((resolve) => {
    if (io.ended.aborted) {
      resolve()
    }
    io.ended.addEventListener("abort", () => resolve(), { once: true })
  })
  await receiver.close()
}

async function started(options: Parameters<typeof startReceiver>[0]) {
  try {
    return await startReceiver(options)
  } catch (error) {
    if (error instanceof StoreConfigError || error instanceof SpoolError) {
      throw new CommandError(error.message)
    }
    if (error instanceof Error && "syscall" in error) {
      throw new CommandError(
        `The receiver can't listen: ${error.message}. Choose another --port or --host.`
      )
    }
    throw error
  }
}
