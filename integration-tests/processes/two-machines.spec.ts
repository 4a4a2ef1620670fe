import { chmod, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { StoreCluster } from "../../tools/harness/cluster/cluster"
import { startPurchase } from "../../tools/harness/shop/purchase"
import { waitFor } from "../../tools/harness/wait-for"
import { RAILS } from "../../src/ledger"
import { countOf, ordered } from "../setup/cluster/purchases"
import { startTwoProcesses } from "../setup/cluster/two-processes"
import { NGINX, runNginx, type RunningNginx } from "../setup/commands/nginx"
import { snippetOf } from "../setup/commands/snippets"

// The example of docs/scaling.md: its nginx in front of two processes and
// two receivers.
const PAGE = "docs/scaling.md"
const isSkipped = !NGINX && process.env.CI !== "true"

let cluster: StoreCluster
let folder: string
let nginx: RunningNginx | undefined

beforeAll(async () => {
  if (isSkipped) {
    process.stderr.write(`${PAGE}: there is no nginx to run its example.\n`)
    return
  }
  folder = await mkdtemp(join(tmpdir(), "medusa-stablecoin-nginx-"))
  // Root's nginx answers as another user.
  await chmod(folder, 0o755)
  ;({ cluster } = await startTwoProcesses({}, { receivers: 2 }))
  await cluster.front.close()
  await cluster.storeFront?.close()
  const running = (nginx = await runNginx(folder, example()))
  await waitFor("nginx to answer", async () => {
    const response = await fetch(`${cluster.url}/health`).catch(() => null)
    return response?.ok
  }).catch((error) => {
    throw new Error(running.log(), { cause: error })
  })
})

afterAll(async () => {
  await nginx?.stop()
  await cluster?.close()
  if (folder) {
    await rm(folder, { recursive: true, force: true })
  }
})

/** The page's nginx, with the addresses of the processes here. */
function example(): string {
  const hostOf = (url: string | null) => new URL(String(url)).host
  const addresses = [
    ...cluster.nodes.map(({ url }, index) => [
      `10.0.0.1${index + 1}:9000`,
      url,
    ]),
    ...cluster.receivers.map(({ url }, index) => [
      `10.0.0.1${index + 1}:9100`,
      url,
    ]),
  ] as [string, string | null][]
  addresses.push(["10.0.0.10:9000", cluster.storeFront?.url ?? null])
  const page = snippetOf(PAGE, "nginx")
  const placed = addresses.reduce((text, [written, url]) => {
    expect(text).toContain(written)
    return text.replaceAll(written, hostOf(url))
  }, page)
  return placed.replace(/listen 80;.*/, `listen ${hostOf(cluster.url)};`)
}

/** Buys on both rails through nginx. */
async function buy(): Promise<void> {
  for (const rail of RAILS) {
    const purchase = await startPurchase(cluster, rail)
    await cluster.sandbox.pay({ orderNo: purchase.id })
    await ordered(cluster, purchase)
    expect(await countOf(cluster, purchase)).toEqual({
      paid: 1,
      webhooks: 1,
      captures: 1,
      orders: 1,
    })
  }
}

const inBoth = isSkipped ? it.skip : it

inBoth("buyers pay through nginx, also when one machine is lost", async () => {
  await buy()

  const [node, receiver] = [cluster.nodes[0], cluster.receivers[0]]
  await Promise.all([node?.kill(), receiver?.kill()])
  await buy()
})
