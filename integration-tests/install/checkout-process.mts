import { copyFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import type { StartedPayment } from "../../packages/storefront/src/types.ts"
import type { StorePayment } from "../../src/http-types/store.ts"
import type { Rail } from "../../src/ledger/rails.ts"
import { lastLines, start } from "./command.mts"

type Where = { cwd: string; env: Record<string, string> }

/** A line of the output of in-storefront/buy.mjs. */
type Line =
  | { started: StartedPayment }
  | { payment: StorePayment }
  | { order: { id: string; display_id: number } }

/** Milliseconds for the client to start, and to receive the order. */
const TIMEOUT_MS = 30_000

/**
 * Copies the storefront's scripts into its project, where imports find the
 * package.
 */
export async function addScripts(folder: string): Promise<void> {
  for (const name of ["buy.mjs", "render.mjs"]) {
    await copyFile(
      join(import.meta.dirname, "in-storefront", name),
      join(folder, name)
    )
  }
}

/** A buyer's checkout, as a separate process with the installed client. */
export function startCheckout(
  where: Where,
  input: {
    baseUrl: string
    publishableKey: string
    cart_id: string
    rail: Rail
    success_url: string
  }
): {
  /** Waits until the payment is started and its first state is read. */
  waiting(): Promise<StartedPayment>
  /** Waits until the client has the order. @returns its id */
  order(): Promise<string>
  stop(): Promise<void>
} {
  const command = start('exec node buy.mjs "$CHECKOUT"', {
    ...where,
    env: { ...where.env, CHECKOUT: JSON.stringify(input) },
  })
  const lines = (): Line[] =>
    command
      .output()
      .split("\n")
      .slice(0, -1)
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line) as Line)
  const states = (): StorePayment[] =>
    lines().flatMap((line) => ("payment" in line ? [line.payment] : []))
  const until = async <T,>(what: string, read: () => T | undefined) => {
    const gone = command.ended.then(() => true)
    const deadline = Date.now() + TIMEOUT_MS
    for (let dead = false; ;) {
      const value = read()
      if (value !== undefined) {
        return value
      }
      if (dead || Date.now() > deadline) {
        throw new Error(
          `The client has no ${what}:\n${lastLines(command.output())}`
        )
      }
      dead = await Promise.race([gone, wait(50, false)])
    }
  }
  return {
    waiting: async () => {
      const state = await until("first state", () => states()[0])
      const line = lines().find((each) => "started" in each)
      if (!line || !("started" in line) || state.status !== "pending") {
        throw new Error(`It waits for ${JSON.stringify(state)}.`)
      }
      return line.started
    },
    order: async () => {
      const { order } = await until("order", () =>
        lines().find((line) => "order" in line)
      )
      const last = states().at(-1)
      if (
        last?.status !== "paid" ||
        !last.final ||
        last.order_id !== order.id
      ) {
        throw new Error(`The last state is ${JSON.stringify(last)}.`)
      }
      return order.id
    },
    stop: command.stop,
  }
}
