import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { inspect } from "node:util"
import { ContainerRegistrationKeys } from "@medusajs/framework/utils"
import type { TestStore } from "../store/test-store"

const REQUESTS = "undici:request:create"
const LEVELS = ["error", "warn", "info", "debug", "log"] as const

/** Everything that leaves the store while it is watched. */
export type Watch = {
  /** Bearer tokens as sent to the gateways, the latest last. */
  tokens: { origin: string; token: string }[]
  /** Everything that was logged, or written to the process's output. */
  output(): string
  /** Every HTTP response of the store, headers and bodies. */
  answers(): string
  /** All of these, and the database. */
  places(): Promise<Record<string, string>>
  stop(): void
}

/** Records HTTP responses, log and output. The output is not printed. */
export function watchLeaks(store: TestStore): Watch {
  const tokens: Watch["tokens"] = []
  const answers: string[] = []
  const note = (message: unknown) => {
    const { request } = message as {
      request: { origin: unknown; headers: unknown }
    }
    const sent = /Bearer ([^\s"\\]+)/.exec(JSON.stringify(request.headers))
    if (sent?.[1]) {
      tokens.push({ origin: String(request.origin), token: sent[1] })
    }
  }
  subscribe(REQUESTS, note)
  const logger = store.container.resolve(ContainerRegistrationKeys.LOGGER)
  // The tests keep the log quiet; here it logs at every level.
  logger.setLogLevel("silly")
  const spies = [
    ...LEVELS.map((level) => jest.spyOn(logger, level)),
    ...outputs().map((stream) =>
      jest.spyOn(stream, "write").mockReturnValue(true)
    ),
  ]
  const { fetch } = globalThis
  globalThis.fetch = async (...request) => {
    const response = await fetch(...request)
    answers.push(
      JSON.stringify([...response.headers]),
      await response.clone().text()
    )
    return response
  }
  const output = () =>
    spies
      .flatMap(({ mock }) => mock.calls.flat())
      .map((part) =>
        typeof part === "string" ? part : inspect(part, { depth: 10 })
      )
      .join("\n")
  const allAnswers = () =>
    [
      ...answers,
      ...store.sandbox
        .webhooks()
        .flatMap(({ attempts }) => attempts.map(({ answer }) => answer)),
    ].join("\n")
  return {
    tokens,
    output,
    answers: allAnswers,
    places: async () => ({
      answers: allAnswers(),
      output: output(),
      database: await dumpDatabase(store),
    }),
    stop: () => {
      unsubscribe(REQUESTS, note)
      globalThis.fetch = fetch
      spies.forEach((spy) => spy.mockRestore())
      logger.unsetLogLevel()
    },
  }
}

/** Under Jest the console has its own streams. */
function outputs(): NodeJS.WriteStream[] {
  const own = console as unknown as Partial<
    Record<"_stdout" | "_stderr", NodeJS.WriteStream>
  >
  const streams = [process.stdout, process.stderr, own._stdout, own._stderr]
  return [...new Set(streams.filter((stream) => stream !== undefined))]
}

/** Every row of every table, as text. */
async function dumpDatabase(store: TestStore): Promise<string> {
  const db = store.db
  const tables: { table_name: string }[] = await db("information_schema.tables")
    .select("table_name")
    .where({ table_schema: "public", table_type: "BASE TABLE" })
  const dumps: string[] = []
  for (const { table_name } of tables) {
    const rows: { row: unknown }[] = await db(table_name).select(
      db.raw("to_jsonb(??.*) as row", [table_name])
    )
    dumps.push(JSON.stringify(rows))
  }
  return dumps.join("\n")
}

/** The secrets in some texts, each with the text before it. */
export function findLeaks(
  places: Record<string, string>,
  secrets: Iterable<string>
) {
  return [...new Set(secrets)].flatMap((secret) =>
    Object.entries(places).flatMap(([place, text]) =>
      encodingsOf(secret)
        .map((disguise) => ({ disguise, at: text.indexOf(disguise) }))
        .filter(({ at }) => at >= 0)
        .map(({ disguise, at }) => ({
          place,
          disguise,
          around: text.slice(Math.max(0, at - 100), at),
        }))
    )
  )
}

/** A secret as it is, and in its common encodings. */
function encodingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret)
  return [
    secret,
    bytes.toString("hex"),
    bytes.toString("base64").replace(/=+$/, ""),
    encodeURIComponent(secret),
  ]
}
