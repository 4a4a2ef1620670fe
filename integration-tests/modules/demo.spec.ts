import { type ChildProcess, execFile, spawn } from "node:child_process"
import { on, once } from "node:events"
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { answeredWebhook } from "../../tools/harness/gateway/answered-webhook"
import { payOnPage } from "../../tools/harness/shop/checkout-page"
import { Merchant } from "../../tools/harness/shop/merchant"
import { PROVIDERS } from "../../tools/harness/shop/names"
import { Shopper } from "../../tools/harness/shop/shopper"
import { visit } from "../../tools/harness/shop/visit"
import type { SeededStore } from "../../tools/harness/store/seed"
import { waitFor } from "../../tools/harness/wait-for"

// A store is migrated, seeded and started.
const ROOT = join(__dirname, "../..")

type Summary = {
  store: { url: string } & SeededStore
  storefront: { url: string }
  receiver: { url: string }
  own_storefront: { environment: Record<string, string> }
  admin: { email: string; password: string }
  sandbox: {
    merchant_url: string
    business_url: string
    control_url: string
    credentials: { hosted: { clientSecret: string } }
  }
  environment: Record<string, string>
  environment_file: string
  doctor: string
}

type Started = {
  demo: ChildProcess
  exited: Promise<unknown[]>
  folder: string
}

const folders: string[] = []
const running: Started[] = []

afterEach(async () => {
  // A test that failed leaves its demo running.
  for (const { demo, exited } of running.splice(0)) {
    demo.kill("SIGINT")
    await exited
  }
})

afterAll(() => {
  folders.forEach((folder) => rmSync(folder, { recursive: true, force: true }))
})

/** Another storefront, on the usual port of the demo's own shop. */
const OWN = "http://localhost:8000"

/** The demo boots its store twice, and the doctor loads it once more. */
const WHOLE_DEMO_MS = 420_000

it(
  "prints its addresses as one line of JSON, serves them and another storefront, passes the doctor, keeps a webhook while its store is down, and cleans up on Ctrl-C",
  async () => {
    const { demo, exited, folder } = startDemo(
      ...["--json", "--storefront", OWN, "--receiver"]
    )
    const [line] = (await once(demo.stdout!, "data")) as [Buffer]
    const summary = JSON.parse(line.toString()) as Summary
    const { store, storefront, admin, sandbox, receiver } = summary
    const { merchant_url, business_url, control_url } = sandbox

    const products = await fetch(`${store.url}/store/products`, {
      headers: { "x-publishable-api-key": store.publishable_key },
    })
    expect(await products.json()).toMatchObject({ count: 1 })
    expect(storefront.url).not.toBe(OWN)
    expect(summary.own_storefront.environment).toMatchObject({
      NEXT_PUBLIC_MEDUSA_BACKEND_URL: store.url,
      NEXT_PUBLIC_MEDUSA_PUBLISHABLE_KEY: store.publishable_key,
      NEXT_PUBLIC_BASE_URL: OWN,
    })
    for (const origin of [OWN, storefront.url]) {
      const shopper = new Shopper(store.url, store)
      const { headers } = await fetch(`${store.url}/store/regions`, {
        headers: { origin, "x-publishable-api-key": store.publishable_key },
      })
      expect(headers.get("access-control-allow-origin")).toBe(origin)
      const { data } = await shopper.startSession(
        await shopper.fillCart(),
        PROVIDERS.hosted,
        { success_url: `${origin}/paid`, cancel_url: `${origin}/left` }
      )
      expect(data.redirect_url).toMatch(/^http/)
    }
    const login = await fetch(`${store.url}/auth/user/emailpass`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: admin.email, password: admin.password }),
    })
    expect(login.status).toBe(200)
    const addresses = [store, storefront, receiver]
      .map(({ url }) => url)
      .concat(merchant_url, business_url, control_url)
    await Promise.all(addresses.map((address) => fetch(address)))

    expect(summary.environment).toMatchObject({
      STABLECOIN_BACKEND_URL: store.url,
      STABLECOIN_ENCRYPTION_KEYS: expect.stringMatching(/^[\w+/]{43}=$/),
      STABLECOIN_HOSTED_CLIENT_SECRET: sandbox.credentials.hosted.clientSecret,
      DATABASE_URL: expect.stringMatching(/^postgres/),
    })
    expect(statSync(summary.environment_file).mode & 0o777).toBe(0o600)
    expect(await checked(summary.doctor)).toMatchObject({
      migrations: "applied",
      encryption: "ready",
      credentials_hosted: "sandbox",
      webhook_hosted: "received",
      webhook_onchain: "received",
      event_bus: "local",
    })

    const shopper = new Shopper(store.url, store)
    const cart = await shopper.fillCart()
    const { data } = await shopper.startSession(cart, PROVIDERS.hosted, {
      success_url: `${storefront.url}/paid`,
      cancel_url: `${storefront.url}/left`,
    })
    await enter(demo, "it is down")
    const { stops, status } = await payOnPage(String(data.redirect_url))
    expect(status).toBe(503)
    const returned = new URL(stops[0]!)
    const told = async (result: string, language: string) => {
      const path = returned.pathname.replace(/success$/, result)
      const headers = { "accept-language": language }
      const { text } = await visit(new URL(path, returned), { headers })
      return /<html lang="(.+)">[^]*<h1>(.+)<\/h1>/.exec(text)?.slice(1)
    }
    expect(await told("success", "en-US,en;q=0.9")).toEqual(["en", "Thank you"])
    expect(await told("success", "es-MX,es;q=0.9,en")).toEqual([
      "es",
      "Gracias",
    ])
    expect(await told("cancel", "de,en;q=0.5")).toEqual([
      "en",
      "You returned without paying",
    ])
    expect(await told("cancel", "es")).toEqual(["es", "Has vuelto sin pagar"])
    const payment = String(data.payment_id)
    expect(await answeredWebhook(control_url, payment)).toBe("payment.success")
    const health = await fetch(`${receiver.url}/health`)
    expect(await health.json()).toMatchObject({ waiting: { count: 1 } })
    await enter(demo, "it is up")
    const order = await new Merchant(store).paidOrder(
      cart.payment_collection_id
    )
    expect(order.captured).toBe(cart.total)
    // The page that the buyer sees meanwhile reloads.
    const back = await visit(returned)
    expect(back.location).toBe(`${storefront.url}/paid`)

    const started = await startedBy(demo.pid!)
    expect(started.length).toBeGreaterThan(1)
    demo.kill("SIGINT")
    expect(await exited).toEqual([0, null])
    // The compiler's process notices by its closed pipe that the demo is gone.
    await waitFor("the demo's processes to end", async () => {
      const running = await runningProcesses()
      return !running.some(({ pid }) => started.includes(pid))
    })
    expect(leftIn(folder)).toEqual([])
  },
  WHOLE_DEMO_MS
)

it("cleans up on Ctrl-C while it is still starting", async () => {
  const { demo, exited, folder } = startDemo("--once")
  let output = ""
  for await (const piece of demo.stdout!) {
    output += String(piece)
    if (output.includes("Sandbox of the payment gateway")) {
      break
    }
  }
  demo.kill("SIGINT")
  expect(await exited).toEqual([130, null])
  expect(leftIn(folder)).toEqual([])
})

it.each([
  ["an unknown flag", ["--twice"]],
  ["a storefront that is not an origin", ["--storefront", "localhost:8000"]],
  ["a page of a storefront", ["--storefront", `${OWN}/us`]],
])("prints its usage for %s", async (_, flags) => {
  const { exited } = startDemo(...flags)
  expect(await exited).toEqual([2, null])
})

/**
 * Starts the demo in its own temporary folder, so that leftover files can be
 * detected.
 */
function startDemo(...flags: string[]): Started {
  const folder = mkdtempSync(join(tmpdir(), "demo-spec-"))
  folders.push(folder)
  // PostgreSQL runs as another user when this process is root.
  chmodSync(folder, 0o711)
  // As from a terminal: without the test runner's variables.
  const env: NodeJS.ProcessEnv = { ...process.env, TMPDIR: folder }
  delete env.NODE_OPTIONS
  delete env.NODE_ENV
  delete env.LOG_LEVEL
  const demo = spawn(
    process.execPath,
    ["--import=tsx", "tools/demo/main.mts", ...flags],
    {
      cwd: ROOT,
      env,
      stdio: "pipe",
    }
  )
  const started = { demo, exited: once(demo, "exit"), folder }
  running.push(started)
  return started
}

/** Presses Enter, and waits until the demo says so. */
async function enter(demo: ChildProcess, text: string): Promise<void> {
  demo.stdin?.write("\n")
  for await (const [piece] of on(demo.stderr!, "data")) {
    if (String(piece).includes(text)) {
      return
    }
  }
}

/** Results of the doctor, in a shell with another store's variables. */
async function checked(doctor: string): Promise<Record<string, string>> {
  const [command, ...args] = doctor.split(" ")
  const { stdout } = await promisify(execFile)(
    command!,
    ["-s", ...args, "--json"],
    {
      cwd: ROOT,
      env: {
        ...process.env,
        NODE_OPTIONS: "",
        DATABASE_URL: "postgres://localhost:9/another",
        REDIS_URL: "redis://localhost:9",
      },
    }
  )
  const { checks } = JSON.parse(stdout) as {
    checks: { id: string; code: string }[]
  }
  return Object.fromEntries(checks.map(({ id, code }) => [id, code]))
}

type RunningProcess = { pid: number; parent: number }

/** Processes of this machine that have not ended. */
async function runningProcesses(): Promise<RunningProcess[]> {
  const { stdout } = await promisify(execFile)("ps", [
    ...["-A", "-o", "pid=,ppid=,stat="],
  ])
  return stdout.split("\n").flatMap((line) => {
    const [pid, parent, state] = line.trim().split(/\s+/)
    return state && !state.startsWith("Z")
      ? [{ pid: Number(pid), parent: Number(parent) }]
      : []
  })
}

/**
 * A process and those that it started, directly or not. Their addresses prove
 * nothing after their end: a parallel test may have taken a port over.
 */
async function startedBy(pid: number): Promise<number[]> {
  const processes = await runningProcesses()
  const found = [pid]
  for (const ancestor of found) {
    const children = processes.filter(({ parent }) => parent === ancestor)
    found.push(...children.map((child) => child.pid))
  }
  return found
}

function leftIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.startsWith("medusa-"))
}
