import type { ServerResponse } from "node:http"
import { join } from "node:path"
import type { Cleanup } from "../harness/command/cleanup.ts"
import { startFront } from "../harness/cluster/front.ts"
import { ReceiverNode } from "../harness/cluster/receiver-node.ts"
import { freePort } from "../harness/free-port.ts"
import type { Sandbox } from "../../packages/sandbox/src/index.ts"
import type { DemoStore } from "./demo-store.mts"
import { page } from "./page.mts"

/** The plugin's return route. Gateways may append to it. */
const RETURN_PATH = /^\/stablecoin\/return\/[^/]+\/[^/]+\/(success|cancel)\b/

/** The demo's receiver, and the proxy in front of it and of the store. */
export type DemoReceiver = {
  url: string
  /** Its log, one line of JSON per event. */
  logFile: string
}

export type ReceiverInput = {
  /** The port of the store's public address, which the proxy listens on. */
  publicPort: number
  /** The folder of its spool and log. */
  folder: string
  sandbox: Sandbox
  store: DemoStore
  /** The port that the store's process listens on. */
  storePort: number
  cleanup: Cleanup
}

/** Starts a receiver, and a proxy that passes the store's webhooks to it. */
export async function startReceiver({
  publicPort,
  folder,
  sandbox,
  store,
  storePort,
  cleanup,
}: ReceiverInput): Promise<DemoReceiver> {
  const logFile = join(folder, "receiver.log")
  const receiver = new ReceiverNode({
    name: "receiver",
    store: `http://localhost:${storePort}`,
    sandbox,
    port: await freePort(),
    spool: join(folder, "spool"),
    logFile,
  })
  cleanup.add("The receiver", async () => await receiver.kill())
  await receiver.start()
  const { close } = await startFront(
    () => urlsOf(store.process),
    (path, answer) => {
      const [, result] = RETURN_PATH.exec(path) ?? []
      if (!result || store.process.url) {
        return false
      }
      sendLater(answer, result === "success" ? "success" : "cancel")
      return true
    },
    () => urlsOf(receiver),
    publicPort
  )
  cleanup.add("The proxy", close)
  return { url: urlsOf(receiver).join(), logFile }
}

function urlsOf({ url }: { url: string | null }): string[] {
  return url ? [url] : []
}

/** A page for the buyer who returns while the store is down. */
function sendLater(answer: ServerResponse, result: "success" | "cancel"): void {
  answer
    .writeHead(503, {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
    })
    .end(String(page(result, answer.req.headers["accept-language"])))
}
