import cluster from "node:cluster"
import { inspect, parseArgs } from "node:util"
import { socketOfSystemd } from "../../receiver/listen-address"
import { Logger } from "../../receiver/logger"
import { COMMAND } from "../command"
import { CommandError, type Io, UsageError } from "../io"
import type { ExitCode } from "../run"
import { environmentOf } from "../store/environment"
import { wholeNumber } from "../whole-number"
import type { RunningProcesses } from "./run-processes"

const MEGABYTE = 1024 * 1024
const MAX_PROCESSES = 64

const RECEIVE_HELP = `Receive the gateway's webhooks in a process of its own, also while the store is down.

  ${COMMAND} receive [options]
    --port <n>        port to listen on (default 9100)
    --host <address>  address to listen on (default 127.0.0.1)
    --processes <n>   processes that share the port (default 1)
    --spool <folder>  keeps webhooks while the database is away, on a local
                      disk (default stablecoin-spool)
    --spool-mb <n>    size of the spool from which webhooks are refused
                      (default 1024)
    --env <file>      read medusa-config with this file's variables, over the
                      shell's
    --json            print the address as one line of JSON

Run it in the store's folder, with the store's environment, behind the same
host name as the store: a reverse proxy sends /hooks/stablecoin/* to it. GET /health
answers ready, spooling, or full; GET /metrics has the OpenMetrics format. With
two processes and more, SIGHUP restarts them one after the other. A socket of
systemd replaces --port and --host.`

type Running = Omit<RunningProcesses, "failed"> & Partial<RunningProcesses>

/**
 * The command `receive`. Every failure after the arguments were read is a line of
 * its log.
 *
 * @throws UsageError
 */
export async function runReceive(
  args: string[],
  io: Io
): Promise<ExitCode | void> {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: "string", default: "9100" },
      host: { type: "string", default: "127.0.0.1" },
      processes: { type: "string", default: "1" },
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
  const maxMegabytes = positive("--spool-mb", values["spool-mb"])
  const count = positive("--processes", values.processes, MAX_PROCESSES)
  const port = wholeNumber("--port", values.port, 65_535)
  const env = environmentOf(io.env, values.env)
  const logger = new Logger(io.err)
  // A service manager may send it to all processes and more than once. Without a
  // listener, a second one would end this one with the requests in hand.
  process.on("SIGTERM", () => {})
  const address = socketOfSystemd(io.env) ?? { host: values.host, port }
  const start = async (): Promise<Running> => {
    if (count > 1 && cluster.isPrimary) {
      const { runProcesses } = await import("./run-processes.js")
      return await runProcesses(count, address, logger, io.ended)
    }
    const { runReceiver } = await import("./run-receiver.js")
    const options = {
      folder: process.cwd(),
      env,
      address,
      spool: {
        folder: values.spool,
        maxBytes: Math.ceil((maxMegabytes * MEGABYTE) / count),
      },
      logger,
    }
    return await runReceiver(options, io.ended)
  }
  try {
    await runUntilEnded(start, values.json ?? false, io)
  } catch (error) {
    logger.error(error instanceof CommandError ? error.message : inspect(error))
    return 1
  }
}

/** @throws CommandError, or an unexpected error */
async function runUntilEnded(
  start: () => Promise<Running>,
  json: boolean,
  io: Io
): Promise<void> {
  const running = await start().catch((error: unknown) => {
    if (io.ended.aborted) {
      return null
    }
    throw error
  })
  if (!running) {
    // It was ended before it had started.
    return
  }
  const { url, close, failed } = running
  if (cluster.isPrimary) {
    io.out(
      json
        ? JSON.stringify({ url, pid: process.pid })
        : `The receiver listens on ${url} (process ${process.pid}). Ctrl-C ends it.`
    )
  }
  const ended = new Promise<void>((resolve) => {
    if (io.ended.aborted) {
      resolve()
    }
    io.ended.addEventListener("abort", () => resolve(), { once: true })
  })
  try {
    await Promise.race([ended, ...(failed ? [failed] : [])])
  } finally {
    await close()
  }
}

/** @throws UsageError */
function positive(option: string, value: string, max?: number): number {
  const number = wholeNumber(option, value, max)
  if (number === 0) {
    throw new UsageError(`${option} must be more than 0.`)
  }
  return number
}
