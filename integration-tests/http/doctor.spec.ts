import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { AdminHealthResponse } from "../../src/http-types"
import { freePort } from "../../tools/harness/free-port"
import { runCli } from "../setup/commands/run-cli"
import { storeTest } from "../setup/store/store"

const ROOT = join(__dirname, "../..")
const LOADING = `Loading the store in ${ROOT} …\n`

/** Runs `medusa-payment-stablecoin doctor`. */
const doctor = async (
  args: string[] = [],
  options?: Parameters<typeof runCli>[1]
) => await runCli(["doctor", ...args], options)

storeTest((store) => {
  it("finds no error in a running store, though its environment gave secrets line ends, prints only JSON, and leaves nothing behind", async () => {
    const before = await store.readLedger()
    const { hosted, onchain } = store.sandbox.credentials

    const { code, out, err } = await doctor(["--json"], {
      env: {
        STABLECOIN_HOSTED_CLIENT_SECRET: `${hosted.clientSecret}\n`,
        STABLECOIN_ONCHAIN_WEBHOOK_SECRETS: `${onchain.webhookSecret}\n`,
      },
    })

    expect({ code, err }).toEqual({ code: 0, err: LOADING })
    const health = JSON.parse(out) as AdminHealthResponse["health"]
    const found = Object.fromEntries(
      health.checks.map(({ id, code }) => [id, code])
    )
    expect(found).toMatchObject({
      migrations: "applied",
      credentials_hosted: "sandbox",
      webhook_hosted: "received",
      webhook_onchain: "received",
      locking: "in_memory",
      event_bus: "local",
      regions: "enabled",
    })
    expect(await store.readLedger()).toEqual(before)
  })

  it("exits with 1 on an error, such as the sandbox in production, with a line and a remedy for each check", async () => {
    await store.db("region_payment_provider").delete()

    const { code, out, err } = await doctor([], {
      // Nothing listens there: the store is not running.
      env: {
        STABLECOIN_BACKEND_URL: "http://localhost:9",
        MEDUSA_WORKER_MODE: "worker",
        NODE_ENV: "production",
      },
    })

    expect({ code, err }).toEqual({ code: 1, err: LOADING })
    expect(out).toMatch(/^ok {7}migrations/m)
    expect(out).toMatch(/^ERROR {4}regions .*\n +→ Enable a stablecoin/m)
    expect(out).toMatch(/^ERROR {4}locking .*separate processes/m)
    expect(out).toMatch(/^ERROR {4}webhook_hosted .*\n +→ Start the store/m)
    expect(out.trimEnd().split("\n").at(-1)).toMatch(/marked ERROR/)
    const { merchant, business } = store.sandbox.urls
    for (const [rail, url] of [
      ["hosted", merchant],
      ["onchain", business],
    ]) {
      expect(out).toMatch(
        new RegExp(`^ERROR    credentials_${rail} .*sandbox.* at ${url}`, "m")
      )
    }
    const { hosted, onchain } = store.sandbox.credentials
    for (const { clientSecret } of [hosted, onchain]) {
      expect(out).not.toContain(clientSecret)
    }
  })

  it("exits with 2 and the store's last log lines in plain text when the store can't be loaded", async () => {
    const settings = await mkdtemp(join(tmpdir(), "doctor-spec-"))
    try {
      const { code, out, err } = await doctor(["--json"], {
        env: {
          DATABASE_URL: `${process.env.DATABASE_URL}_unknown`,
          // As on a machine that never ran Medusa, in a terminal with
          // colours.
          CI: "",
          MEDUSA_DISABLE_TELEMETRY: "",
          XDG_CONFIG_HOME: settings,
          FORCE_COLOR: "1",
        },
      })
      expect({ code, out }).toEqual({ code: 2, out: "" })
      expect(err).toMatch(/could not be loaded/)
      expect(err).toMatch(/_unknown|connect/i)
      expect(err).toContain("DATABASE_URL")
      expect(err).not.toContain("\u001b")
      expect(err).not.toMatch(/telemetry|anonymous/i)
    } finally {
      await rm(settings, { recursive: true })
    }
  })

  it("exits with 2 and names DATABASE_URL within seconds when no database answers", async () => {
    const port = await freePort()
    const from = Date.now()
    const { code, out, err } = await doctor([], {
      env: {
        DATABASE_URL: `postgres://someone:pass-word@127.0.0.1:${port}/store`,
      },
    })
    expect({ code, out }).toEqual({ code: 2, out: "" })
    expect(err).toBe(
      `${LOADING}The database of the store in ${ROOT} does not answer within 10 s. Start it, or set DATABASE_URL to its address. Run this with the store's environment.\n`
    )
    // Medusa itself would keep trying for five minutes.
    expect(Date.now() - from).toBeLessThan(60_000)
  })

  it("exits with 2 without a store, and on invalid arguments", async () => {
    const folder = await mkdtemp(join(tmpdir(), "no-store-"))
    try {
      expect(await doctor([], { cwd: folder })).toMatchObject({
        code: 2,
        out: "",
        err: expect.stringMatching(/no Medusa store/),
      })
    } finally {
      await rm(folder, { recursive: true })
    }
    for (const args of [["--dance"], ["now"], ["--env", "nowhere.env"]]) {
      expect(await doctor(args)).toMatchObject({
        code: 2,
        out: "",
        err: expect.stringMatching(/doctor --help/),
      })
    }
    expect(await doctor(["--help"])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/Exit codes/),
    })
  })
})
