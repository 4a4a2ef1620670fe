import { runCli } from "../run"
import {
  createOrder,
  createTransaction,
  testReceiver,
  testSandbox,
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

const FREE = ["merchant", "business", "control", "rpc", "rates"].map(
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
    [["rates", "--euro", "1.2"]],
    [["rates", "--eur", "x"]],
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
    const sandbox = testSandbox()
    const store = testReceiver()
    const wallet = `0x${"5e".repeat(20)}`
    const forged = `0x${"f0".repeat(32)}`
    const control = (line: string) =>
      run([...line.split(" "), "--control", sandbox.urls.control])
    beforeEach(async () => {
      const fields = { webhook_url: store.url }
      await createTransaction(sandbox, { ...fields, order_no: "A-1" })
      await createOrder(sandbox, { ...fields, order_no: "B-1" })
    })

    const entry = (status: string) => ({ entry: { status } })
    const secrets = { clientSecret: expect.any(String) as string }
    /** Each action of the control, by its command and over its HTTP route. */
    it.each<[line: string, printed: object]>([
      ["pay --order-no=A-1 --method=exchange_account", entry("success")],
      ["fail --order-no=A-1", entry("failed")],
      ["cancel --order-no=B-1", entry("cancelled")],
      [
        "pay --order-no=B-1 --no-confirm --currency=USDC",
        { ...entry("pending"), transfer: { currency: "USDC" } },
      ],
      [
        'trigger payment.success --order-no=A-1 --overrides={"amount":9.99,"order_no":"A-2"}',
        {
          webhooks: [{ body: expect.stringMatching(/"A-2".*"amount":9.99,/) }],
        },
      ],
      ["settle", { webhooks: [{ status: 200 }, { status: 200 }] }],
      ["webhooks", { webhooks: [{}, {}] }],
      ["credentials", { hosted: secrets, onchain: secrets }],
      ["account --name=Two", { hosted: secrets, onchain: secrets }],
      ["rotate webhook", { onchain: { webhookSecret: expect.any(String) } }],
      ["endpoint http://localhost:9/ --secret=own", { secret: "own" }],
      [
        "fault status --status=429 --retry-after=3",
        { faults: [{ kind: "status", status: 429, retryAfter: 3 }] },
      ],
      ["fault late --ms=5 --times=2", { faults: [{ ms: 5, times: 2 }] }],
      [
        "fault reset --api=rpc --endpoint=BASE",
        { faults: [{ api: "rpc", endpoint: "BASE" }] },
      ],
      ["clear-faults", { faults: [] }],
      [
        'rules --chains=["BASE","ETH"] --coins={"BASE":["USDC"]} --require-public-urls',
        {
          chains: ["BASE", "ETH"],
          coins: { BASE: ["USDC"] },
          requirePublicUrls: true,
        },
      ],
      ["rules --no-require-public-urls", { requirePublicUrls: false }],
      ["rates --eur=1.2 --usdc=0.9", { EUR: "1.2", USDC: "0.9", USDT: "1" }],
      ["finality --chain=BASE --depth=5", {}],
      ["mine --chain=BASE --blocks=4", {}],
      [
        `transfer --chain=BASE --currency=USDbC --to=${wallet} --amount=2`,
        { to: wallet, amount: "2.00", status: "success" },
      ],
      [
        `transfer --chain=BASE --currency=USDbC --to=${wallet} --amount=2 --fail`,
        { status: "reverted" },
      ],
      ["chains", { chains: Array(6).fill({}), transfers: [] }],
      [
        "requests --api=merchant --endpoint=create",
        { requests: [{ status: 200, body: { amount: 10.5 } }] },
      ],
      [
        "state",
        {
          rules: { chains: expect.any(Array) as string[] },
          transactions: [{ orderNo: "A-1", status: "pending" }],
          orders: [{ orderNo: "B-1" }],
        },
      ],
    ])("prints the result of %s", async (line, printed) => {
      const { code, out, err } = await control(line)
      expect([code, err]).toEqual([0, ""])
      expect(JSON.parse(out)).toMatchObject(printed)
    })

    it("confirms a forged hash where its gateway lies, and is reset", async () => {
      await control("fault unchecked_confirmation")
      await control(`pay --order-no=B-1 --tx-hash=${forged}`)
      expect(sandbox.orders()[0]?.payment?.txHash).toBe(forged)
      await control("reset")
      expect(sandbox.orders()).toEqual([])
    })

    it.each([
      ["cancel --order-no=A-1", 1, "cancelled"],
      ['rules --methods=["cash"]', 2, "debit_card"],
    ])(
      "prints why %s is refused, and exits with %i",
      async (line, code, why) => {
        const answer = await control(line)
        expect(answer.code).toBe(code)
        expect(answer.err).toContain(why)
      }
    )
  })
})
