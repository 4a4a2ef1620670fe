/**
 * The process of a merchant's store with the built package, started as `medusa start` does. It creates and fills the tables,
 * runs its parent's commands, and exits with the parent.
 */
import { once } from "node:events"
import { createRequire } from "node:module"
import type { AddressInfo, Server } from "node:net"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { container } from "@medusajs/framework"
import type { MedusaContainer } from "@medusajs/framework/types"
import { PaymentActions } from "@medusajs/framework/utils"
import { processPaymentWorkflow } from "@medusajs/medusa/core-flows"
import start from "@medusajs/medusa/commands/start"
import { migrateStore } from "../store/migrate"
import { seedStore } from "../store/seed"
import type { Call, Calls, Message } from "./calls"
import { takeLines, watchLog } from "./log-watch"
import { memoryInUse } from "./memory"
import { watch } from "./watch"

type Job = { default(container: MedusaContainer): Promise<void> }

const BUILT = join(__dirname, "..", "..", ".medusa", "server", "src")
const requireBuilt = createRequire(__filename)

/** Below this utilization for this long, the process is idle. */
const IDLE_BELOW = 0.05
const IDLE_FOR_MS = 300

async function runJob(): Promise<void> {
  const job = requireBuilt(join(BUILT, "jobs", "reconcile-payments.js")) as Job
  await job.default(container)
}

const calls: Calls = {
  job: runJob,
  watchedJob: async () => await watch(runJob),
  memory: async () => memoryInUse(),
  streams: async () => {
    const { open, watchers } =
      container.resolve("stablecoin").paymentStream.counts
    const resources = process.getActiveResourcesInfo().length
    return { streams: open, watchers, resources }
  },
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
  logged: async () => takeLines(),
  processPayment: async (data) => {
    const began = performance.now()
    await processPaymentWorkflow(container).run({
      input: { action: PaymentActions.SUCCESSFUL, data },
    })
    return performance.now() - began
  },
}

process.on("disconnect", () => process.exit())
process.on("message", (call: Call) => void answer(call))

void run().catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})

async function run(): Promise<void> {
  const directory = process.cwd()
  watchLog()
  await migrateStore(directory)
  const started = await start({
    directory,
    host: "127.0.0.1",
    port: Number(process.env.PORT),
    types: false,
  })
  // Medusa returns Node's own server with an extra method.
  const server = started?.server as Server | undefined
  if (!server) {
    throw new Error("Medusa did not log its port.")
  }
  if (!server.listening) {
    await once(server, "listening")
  }
  const seeded = await seedStore(container, {
    otherProviders: ["pp_stub_bench", "pp_system_default"],
  })
  const { port } = server.address() as AddressInfo
  send({ kind: "ready", port, seeded })
}

async function answer({ id, name, args }: Call): Promise<void> {
  const call = calls[name] as (...args: unknown[]) => Promise<unknown>
  try {
    send({ kind: "answer", id, value: await call(...args) })
  } catch (error) {
    send({ kind: "failure", id, message: String(error) })
  }
}

function send(message: Message): void {
  process.send?.(message)
}
