import { runCli } from "../run"
import { createSandbox, type Sandbox } from "../.."
import {
  businessToken,
  createOrder,
  createTransaction,
  merchantToken,
  receiver,
  type Receiver,
} from "../../__tests__/kit"

/** Runs a command line in this process and keeps what it prints. */
async function run(
  args: string[],
  env: Record<string, string> = {},
  ended = new AbortController()
) {
  const out: string[] = []
  const err: string[] = []
  const code = await runCli(args, {
    out: (line) => out.push(line),
    err: (line) => err.push(line),
    ended: ended.signal,
    env,
  })
  return { code, out: out.join("\n"), err: err.join("\n") }
}

const FREE = ["merchant", "business", "control", "rpc"].map(
  (name) => `--${name}-port=0`
)

describe("medusa-payment-stablecoin-sandbox", () => {
  it("prints its help", async () => {
    const { code, out, err } = await run(["--help"])
    expect([code, err]).toEqual([0, ""])
    expect(out).toContain("trigger <event>")
    expect((await run(["fault", "--help"])).out).toBe(out)
  })

  it.each([
    [["dance"]],
    [["--dance"]],
    [["--mode", "test"]],
    [["--merchant-port", "x"]],
    [["--token-ttl", "0"]],
    [["--chains=SOLANA"]],
    [["rules", "--chains", "BASE"]],
    [["pay", "--order-id", "A"]],
    [["trigger", "--order-no", "A"]],
    [["trigger", "e", "--order-no", "A", "--overrides", "x"]],
    [["resend"]],
    [["fault"]],
    [["fault", "bogus"]],
    [["state", "now"]],
    [["transfer", "--chain", "BASE"]],
    [["mine"]],
    [["mine", "--chain", "BASE", "--blocks", "x"]],
    [["finality", "--chain", "BASE"]],
    [["fault", "status", "--times", "always"]],
  ])("exits with 2 and a hint for %j", async (args) => {
    const { code, out, err } = await run(args)
    expect([code, out]).toEqual([2, ""])
    expect(err).toContain("--help")
  })

  it("exits with 1 and a hint when no sandbox runs", async () => {
    const args = ["state", "--control", "http://127.0.0.1:9"]
    const { code, err } = await run(args)
    expect(code).toBe(1)
    expect(err).toContain("No sandbox answers at http://127.0.0.1:9")
  })

  it("exits with 1 instead of serving live credentials to other machines", async () => {
    const args = ["--mode=live", "--host=0.0.0.0", ...FREE]
    const { code, out, err } = await run(args)
    expect([code, out]).toEqual([1, ""])
    expect(err).toContain("only this machine may reach them")
  })

  describe("without a command", () => {
    async function started(args: string[], env?: Record<string, string>) {
      const ended = new AbortController()
      const lines: string[] = []
      const code = runCli([...FREE, ...args], {
        out: (line) => {
          lines.push(line)
          ended.abort()
        },
        err: () => undefined,
        ended: ended.signal,
        env: env ?? {},
      })
      return { code: await code, out: lines.join("\n") }
    }

    it("prints addresses, credentials and the store's variables, and exits with 0", async () => {
      const { code, out } = await started([])
      expect(code).toBe(0)
      expect(out).toMatch(/^STABLECOIN_HOSTED_BASE_URL=http:\/\/127/m)
      expect(out).toMatch(/^STABLECOIN_HOSTED_CLIENT_ID=test_/m)
      expect(out).toMatch(/^STABLECOIN_ONCHAIN_WEBHOOK_SECRETS=whsec_/m)
      expect(out).toMatch(
        /^STABLECOIN_RPC_URLS_BASE=http:\/\/127\.0\.0\.1:\d+\/BASE$/m
      )
    })

    it("prints one line of JSON for scripts", async () => {
      const { out } = await started(["--json", "--mode", "live"])
      expect(out).not.toContain("\n")
      expect(JSON.parse(out)).toMatchObject({
        urls: { merchant: expect.stringContaining("http://127.0.0.1:") },
        credentials: {
          hosted: { clientId: expect.stringMatching(/^live_/) },
        },
        env: {
          STABLECOIN_ONCHAIN_CLIENT_ID: expect.any(String),
          STABLECOIN_RPC_URLS_AVALANCHE: expect.stringMatching(/\/AVALANCHE$/),
        },
      })
    })

    it("starts with the given rules", async () => {
      const { code, out } = await started([
        '--chains=["BASE","ETH"]',
        "--require-public-urls",
        "--finality=12",
      ])
      expect([code, out]).toEqual([0, expect.stringContaining("running")])
    })

    it("reuses the test credentials of the environment, but no live ones", async () => {
      const { out } = await started(["--json"], {
        STABLECOIN_HOSTED_CLIENT_ID: "test_kept",
        STABLECOIN_HOSTED_CLIENT_SECRET: "kept",
        STABLECOIN_ONCHAIN_CLIENT_ID: "live_other",
        STABLECOIN_ONCHAIN_CLIENT_SECRET: "other",
        STABLECOIN_ONCHAIN_WEBHOOK_SECRETS: "other",
      })
      expect(JSON.parse(out)).toMatchObject({
        credentials: {
          hosted: { clientId: "test_kept", clientSecret: "kept" },
          onchain: { clientId: expect.stringMatching(/^test_/) },
        },
      })
    })
  })

  describe("a running sandbox", () => {
    let sandbox: Sandbox
    let store: Receiver
    const control = (...args: string[]) =>
      run([...args, "--control", sandbox.urls.control])

    beforeAll(async () => {
      sandbox = await createSandbox()
      store = await receiver()
      await createTransaction(sandbox, await merchantToken(sandbox), {
        order_no: "A-1",
        webhook_url: store.url,
      })
    })
    afterAll(async () => {
      await sandbox.close()
      await store.close()
    })

    it("is triggered, with numbers as numbers", async () => {
      const { code } = await control(
        "trigger",
        "payment.success",
        "--order-no=A-1",
        '--overrides={"amount":9.99,"order_no":"A-2"}'
      )
      expect(code).toBe(0)
      await sandbox.settled()
      expect(store.of("payment.success").json.payload).toMatchObject({
        amount: 9.99,
        order_no: "A-2",
      })
    })

    it("shows and changes its rules", async () => {
      await control(
        "rules",
        '--currencies=["USDC"]',
        '--chains=["BASE","ETH"]',
        '--coins={"BASE":["USDC"]}',
        '--methods=["debit_card"]',
        "--require-public-urls"
      )
      expect(sandbox.rules).toMatchObject({
        currencies: ["USDC"],
        chains: ["BASE", "ETH"],
        coins: { BASE: ["USDC"] },
        methods: ["debit_card"],
        requirePublicUrls: true,
      })
      await control("rules", "--no-require-public-urls")
      const shown = JSON.parse((await control("rules")).out) as object
      expect(shown).toEqual(sandbox.rules)
      expect(shown).toMatchObject({
        requirePublicUrls: false,
        chains: ["BASE", "ETH"],
      })
      const { code, err } = await control("rules", '--methods=["cash"]')
      expect([code, err]).toEqual([2, expect.stringContaining("debit_card")])
      sandbox.setRules({
        currencies: ["USDT", "USDC"],
        chains: ["POLYGON", "BASE"],
        methods: ["wallet_balance", "exchange_account", "debit_card"],
      })
    })

    it("gets faults of calls, webhooks and JSON-RPC", async () => {
      await control("fault", "status", "--status=429", "--retry-after=3")
      await control("fault", "wrong_signature", "--times=2")
      await control("fault", "late", "--ms=5")
      await control("fault", "reset", "--api=rpc", "--endpoint=BASE")
      expect(sandbox.faults()).toMatchObject([
        { kind: "status", status: 429, retryAfter: 3 },
        { kind: "wrong_signature", times: 2 },
        { kind: "late", ms: 5 },
        { kind: "reset", api: "rpc", endpoint: "BASE" },
      ])
      expect((await control("clear-faults")).code).toBe(0)
      expect(sandbox.faults()).toEqual([])
    })

    it("moves coins and mines", async () => {
      const to = `0x${"5e".repeat(20)}`
      const chain = "--chain=BASE"
      const output = async (...args: string[]) => {
        const { code, out } = await control(...args)
        expect(code).toBe(0)
        return JSON.parse(out) as object
      }
      await output("finality", chain, "--depth=5")
      const sent = ["transfer", chain, "--currency=USDbC", `--to=${to}`]
      const transfer = await output(...sent, "--amount=2")
      expect(transfer).toMatchObject({ from: sandbox.walletAddress })
      const failed = await output(...sent, "--amount=2", "--fail")
      expect(failed).toMatchObject({ status: "reverted" })
      await output("mine", chain, "--blocks=4")
      expect(await output("chains")).toMatchObject({
        chains: expect.arrayContaining([sandbox.chain("BASE").head]),
        transfers: [transfer, failed],
      })
    })

    it("prints the reason of a rejected action", async () => {
      const { code, err } = await control("cancel", "--order-no=A-1")
      expect([code, err]).toEqual([1, expect.stringContaining("cancelled")])
    })

    it("sends coins without a confirmation, and lets the gateway confirm a forged hash", async () => {
      const token = await businessToken(sandbox)
      await createOrder(sandbox, token, { order_no: "L-1" })
      const pay = ["pay", "--order-no=L-1"]
      const { out } = await control(...pay, "--no-confirm", "--currency=USDC")
      expect(JSON.parse(out)).toMatchObject({
        entry: { status: "pending" },
        transfer: { currency: "USDC" },
      })
      await control("fault", "unchecked_confirmation")
      const forged = `0x${"f0".repeat(32)}`
      await control(...pay, `--tx-hash=${forged}`)
      expect(sandbox.orders().at(-1)?.payment?.txHash).toBe(forged)
    })

    it("pays, shows its state and is reset", async () => {
      await control("pay", "--order-no=A-1", "--method=exchange_account")
      expect(JSON.parse((await control("state")).out)).toMatchObject({
        transactions: [{ status: "success" }],
      })
      expect(JSON.parse((await control("requests")).out)).toMatchObject({
        requests: expect.any(Array),
      })
      await control("reset")
      expect(sandbox.transactions()).toEqual([])
      expect(JSON.parse((await control("webhooks")).out)).toEqual({
        webhooks: [],
      })
    })
  })
})
