import { once } from "node:events"
import { parseArgs } from "node:util"
import { Logger } from "../../receiver/logger"
import { startReceiver } from "../../receiver/receiver"
import { Spool } from "../../receiver/spool"
import { sendTo } from "../../receiver/store-client"
import { COMMAND } from "../command"
import { CommandError, type Io, UsageError } from "../../shared/command-line/io"
import type { ExitCode } from "../../shared/command-line/run-command"
import { wholeNumber } from "../../shared/command-line/whole-number"

const MEGABYTE = 1024 * 1024
const SECRETS = "STABLECOIN_WEBHOOK_SECRETS"
/** In UTC, as the names of the files in done/. */
const SINCE = /^\d{4}-\d{2}-\d{2}(T\d{2})?$/
/** The store takes longer for thousands of webhooks at once. */
const REPLAYED_WITHIN_MS = 30_000

const RECEIVE_HELP = `Keep the gateway's webhooks while the store is down.

  ${COMMAND} receive --store <url> [options]
    --store <url>     address of the store, such as http://127.0.0.1:9000
    --port <n>        port to listen on (default 9100)
    --host <address>  address to listen on (default 127.0.0.1)
    --spool <folder>  keeps the webhooks (default stablecoin-spool)
    --spool-mb <n>    size of waiting webhooks from which more are refused
                      (default 1024)
    --keep-days <n>   days for which webhooks are kept after the store has
                      accepted them (default 14)
    --json            print the address as one line of JSON

  ${COMMAND} receive --store <url> --spool <folder> --replay-since <date>
                      sends those kept webhooks again, after a restore of the
                      database: 2026-11-25, or 2026-11-25T13 (UTC)

A reverse proxy sends /hooks/stablecoin/* of the store's domain to it.
${SECRETS} has all secrets that sign webhooks, separated by commas: the
webhook secrets of the on-chain rail and the client secret of the hosted rail.
GET /health answers 200 while a webhook can be kept.`

/**
 * The command `receive`.
 *
 * @throws UsageError, CommandError
 */
export async function runReceive(
  args: string[],
  io: Io
): Promise<ExitCode | void> {
  const { values } = parseArgs({
    args,
    options: {
      store: { type: "string" },
      port: { type: "string", default: "9100" },
      host: { type: "string", default: "127.0.0.1" },
      spool: { type: "string", default: "stablecoin-spool" },
      "spool-mb": { type: "string", default: "1024" },
      "keep-days": { type: "string", default: "14" },
      "replay-since": { type: "string" },
      json: { type: "boolean" },
      help: { type: "boolean", short: "h" },
    },
  })
  if (values.help) {
    io.out(RECEIVE_HELP)
    return
  }
  const store = storeOf(values.store)
  const { host, spool: folder, "replay-since": since } = values
  const maxBytes = wholeNumber("--spool-mb", values["spool-mb"]) * MEGABYTE
  const keepDays = wholeNumber("--keep-days", values["keep-days"])
  const isReplay = since !== undefined
  const send = sendTo(store, isReplay ? REPLAYED_WITHIN_MS : undefined)
  const logger = new Logger(io.err)
  const spool = new Spool({ folder, maxBytes, keepDays }, send, logger)
  if (isReplay) {
    return await runReplay(since, folder, spool, io)
  }
  const port = wholeNumber("--port", values.port, 65_535)
  const secrets = secretsOf(io.env)
  const receiver = await startReceiver(
    { host, port },
    { send, spool, secrets, logger }
  ).catch((error: Error) => {
    throw "syscall" in error
      ? new CommandError(
          `The receiver can't listen: ${error.message}. Choose another --port or --host.`
        )
      : error
  })
  const { url, close } = receiver
  io.out(
    values.json
      ? JSON.stringify({ url, pid: process.pid })
      : `The receiver listens on ${url} (process ${process.pid}). Ctrl-C ends it.`
  )
  if (!io.ended.aborted) {
    await once(io.ended, "abort")
  }
  await close()
}

async function runReplay(
  since: string,
  folder: string,
  spool: Spool,
  io: Io
): Promise<ExitCode> {
  if (!SINCE.test(since)) {
    throw new UsageError(
      `--replay-since must be like 2026-11-25 or 2026-11-25T13 (UTC), not ${since}.`
    )
  }
  const { sent, problems } = await spool.replay(since)
  if (!sent) {
    throw new CommandError(
      `${folder} has no accepted webhooks since ${since}. Check --spool.`
    )
  }
  const failed = [...problems.values()].reduce((sum, count) => sum + count, 0)
  io.out(`The store accepted ${sent - failed} of ${sent} webhooks.`)
  for (const [reason, count] of problems) {
    io.err(`${count} were not accepted: ${reason}.`)
  }
  return problems.size ? 1 : 0
}

/** @throws UsageError */
function storeOf(value: string | undefined): URL {
  const url = value && URL.canParse(value) ? new URL(value) : null
  const isAddress = url && /^https?:$/.test(url.protocol)
  if (!isAddress || url.username || url.search || url.hash) {
    throw new UsageError(
      "--store must be the store's address, such as http://127.0.0.1:9000."
    )
  }
  return url
}

/** @throws CommandError */
function secretsOf(env: Io["env"]): string[] {
  const secrets = (env[SECRETS] ?? "")
    .split(",")
    .map((secret) => secret.trim())
    .filter(Boolean)
  if (!secrets.length) {
    throw new CommandError(
      `${SECRETS} is not set: without it, no webhook can be verified while the store is down. Set it to all secrets that sign webhooks, separated by commas.`
    )
  }
  return secrets
}
