/** Functions that the process of a built store runs for its parent. */
import { createRequire } from "node:module"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { container } from "@medusajs/framework"
import type { MedusaContainer } from "@medusajs/framework/types"
import { PaymentActions } from "@medusajs/framework/utils"
import { processPaymentWorkflow } from "@medusajs/medusa/core-flows"
import { memoryInUse } from "./memory"
import { watch, type Watched } from "./watch"

type Job = { default(container: MedusaContainer): Promise<void> }

const BUILT = join(__dirname, "..", "..", "..", ".medusa", "server", "src")
const requireBuilt = createRequire(__filename)

/** Below this utilization for this long, the process is idle. */
const IDLE_BELOW = 0.05
const IDLE_FOR_MS = 300

const runJob = async (): Promise<void> => await run("reconcile-payments")

async function run(name: string): Promise<void> {
  const job = requireBuilt(join(BUILT, "jobs", `${name}.js`)) as Job
  await job.default(container)
}

/** Measures without the process's own look for webhooks, each second. */
async function watchAlone(operation: () => Promise<void>): Promise<Watched> {
  const { storedWebhooks } = container.resolve("stablecoin")
  await storedWebhooks.end()
  try {
    return await watch(operation)
  } finally {
    storedWebhooks.begin()
  }
}

export const calls = {
  /** Runs the scheduled job once. */
  job: runJob,
  /** Runs the job once and measures its cost. */
  watchedJob: async () => await watchAlone(runJob),
  /** Sends a request to the process itself, and measures its cost. */
  watchedRequest: async (url: string, init: RequestInit) =>
    await watchAlone(async () => {
      const answer = await fetch(url, init)
      const text = await answer.text()
      if (!answer.ok) {
        throw new Error(`${url} was answered ${answer.status}: ${text}`)
      }
    }),
  /** Runs the job that reads the chains once, and measures its cost. */
  watchedReadChains: async () => await watchAlone(() => run("read-chains")),
  /** Memory in bytes after garbage collection. */
  memory: async () => memoryInUse(),
  /** Active resources of Node.js: timers, sockets and requests. */
  resources: async () => process.getActiveResourcesInfo().length,
  /** Processor time of the process so far, in milliseconds. */
  cpu: async () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1_000
  },
  /** Waits until the process is idle. */
  idle: async () => {
    let before = performance.eventLoopUtilization()
    for (;;) {
      await wait(IDLE_FOR_MS)
      const { utilization } = performance.eventLoopUtilization(before)
      if (utilization < IDLE_BELOW) {
        return
      }
      before = performance.eventLoopUtilization()
    }
  },
  /**
   * Runs Medusa's `processPaymentWorkflow` directly, as if a payment were captured.
   *
   * @returns milliseconds
   */
  processPayment: async (data: { session_id: string; amount: number }) => {
    const began = performance.now()
    await processPaymentWorkflow(container).run({
      input: { action: PaymentActions.SUCCESSFUL, data },
    })
    return performance.now() - began
  },
}

export type Calls = typeof calls
