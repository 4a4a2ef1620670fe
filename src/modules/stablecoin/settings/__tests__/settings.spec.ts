import { resolveSettings } from "../settings"
import { COMPLETE as complete } from "./saved-settings"

const { hosted, onchain } = complete

const CORS = "https://shop.example"

/** The problems of a part. */
function problemsOf(
  options: unknown,
  part: "general" | "hosted" | "onchain"
): string[] {
  const resolved = resolveSettings(options, CORS)[part]
  return resolved.ok ? [] : resolved.problems
}

describe("a complete configuration", () => {
  const settings = resolveSettings(complete, CORS)

  it("has defaults for all optional settings", () => {
    expect(settings.general).toEqual({
      ok: true,
      value: {
        backendUrl: "https://store.example",
        currencies: { usd: ["USDT", "USDC"] },
        rules: [],
        storefrontUrls: ["https://shop.example"],
        acceptNewPayments: "all",
        checkoutFlow: "pay_first",
        capture: "automatic",
        pendingTtl: 86_400,
        maxStartsPerMinute: 300,
        webhookRetention: 7_776_000,
        itemName: "Order",
      },
    })
  })

  it.each([
    [true, "all"],
    [false, "none"],
    ["onchain", "onchain"],
  ] as const)("takes %s for new payments of %s", (given, effective) => {
    const { general } = resolveSettings(
      { ...complete, acceptNewPayments: given },
      CORS
    )
    expect(general).toMatchObject({
      value: { acceptNewPayments: effective },
    })
  })

  it("drops the line ends that files and environments add to secrets", () => {
    const padded = {
      hosted: { ...hosted, clientSecret: `${hosted.clientSecret}\n` },
      onchain: {
        ...onchain,
        clientId: ` ${onchain.clientId}`,
        webhookSecrets: ["whsec-4711\r\n"],
      },
    }
    expect(resolveSettings({ ...complete, ...padded }, CORS)).toEqual(settings)
  })

  it("verifies webhooks with the secrets in use, and older payments also with replaced ones", () => {
    const previousClientSecrets = [
      { secret: "older", replacedAt: "2025-11-01T00:00:00Z" },
      // Unset environment variables.
      { secret: "", replacedAt: "" },
      { secret: undefined, replacedAt: undefined },
      { secret: "oldest", replacedAt: "2025-10-01T12:00:00+02:00" },
    ]
    const webhookSecrets = [
      "whsec-4711",
      { secret: "whsec-older", replacedAt: "2025-11-01T08:00:00.500Z" },
    ]
    const resolved = resolveSettings(
      {
        ...complete,
        hosted: { ...hosted, previousClientSecrets },
        onchain: { ...onchain, webhookSecrets },
      },
      CORS
    )
    const signer = (
      rail: "hosted" | "onchain",
      secret: string,
      created_before: string | null
    ) => ({
      secret,
      account: resolved[rail].ok && resolved[rail].value.account,
      created_before,
    })
    expect(resolved.webhookSigners).toEqual({
      hosted: [
        signer("hosted", "hosted-secret-4711", null),
        signer("hosted", "older", "2025-11-01T00:00:00.000Z"),
        signer("hosted", "oldest", "2025-10-01T10:00:00.000Z"),
      ],
      onchain: [
        signer("onchain", "whsec-4711", null),
        signer("onchain", "whsec-older", "2025-11-01T08:00:00.500Z"),
      ],
    })
  })

  const BOTH = ["USDT", "USDC"]

  it("offers every coin on every chain unless configured", () => {
    expect(settings.onchain).toMatchObject({
      ok: true,
      value: {
        chains: {
          POLYGON: BOTH,
          ETH: BOTH,
          BASE: BOTH,
          ARBITRUM: BOTH,
          BSC: BOTH,
          AVALANCHE: BOTH,
        },
        defaultChain: "POLYGON",
      },
    })
  })

  it.each<[string, object, [string, string[]][], string]>([
    [
      "a list, in its order",
      { chains: ["BSC", "BASE"] },
      [
        ["BSC", BOTH],
        ["BASE", BOTH],
      ],
      "BSC",
    ],
    [
      "a map, in the gateway's order",
      { chains: { BASE: ["USDC"], POLYGON: ["USDC", "USDT"] } },
      [
        ["POLYGON", BOTH],
        ["BASE", ["USDC"]],
      ],
      "POLYGON",
    ],
    [
      "a map with another default",
      { chains: { BASE: ["USDC"], POLYGON: BOTH }, defaultChain: "BASE" },
      [
        ["POLYGON", BOTH],
        ["BASE", ["USDC"]],
      ],
      "BASE",
    ],
  ])("takes the offered chains from %s", (_, chains, offered, defaultChain) => {
    const options = { ...complete, onchain: { ...onchain, ...chains } }
    const { onchain: resolved } = resolveSettings(options, CORS)
    expect(resolved.ok && Object.entries(resolved.value.chains)).toEqual(
      offered
    )
    expect(resolved).toMatchObject({ value: { defaultChain } })
  })

  it("names an account without its credentials, and alike after its secret is rotated", () => {
    const accountOf = (changes: object) => {
      const changed = { ...complete, hosted: { ...hosted, ...changes } }
      const { hosted: resolved } = resolveSettings(changed, "")
      return resolved.ok && resolved.value.account
    }
    const account = accountOf({})
    expect(account).toMatch(/^hosted_[0-9a-f]{16}$/)
    expect(accountOf({ clientSecret: "new" })).toBe(account)
    expect(accountOf({ clientId: "test_other" })).not.toBe(account)
  })

  it("ignores the database that Medusa adds to the options", () => {
    const database = { clientUrl: "postgres://user:password@localhost/store" }
    const resolved = resolveSettings({ ...complete, database, cwd: "/" }, CORS)
    expect(resolved).toEqual(settings)
    expect(JSON.stringify(resolved)).not.toContain("password")
  })
})

describe("each missing option is named in one sentence", () => {
  it.each<["hosted" | "onchain", string, unknown]>([
    ["hosted", "baseUrl", undefined],
    ["hosted", "clientId", undefined],
    ["hosted", "clientSecret", undefined],
    ["onchain", "baseUrl", undefined],
    ["onchain", "clientId", undefined],
    ["onchain", "clientSecret", undefined],
    ["onchain", "webhookSecrets", undefined],
    ["onchain", "webhookSecrets", []],
    // An empty environment variable.
    ["hosted", "baseUrl", ""],
    ["hosted", "clientId", ""],
    ["hosted", "clientSecret", ""],
    ["onchain", "webhookSecrets", [""]],
    ["onchain", "webhookSecrets", [undefined]],
    [
      "onchain",
      "webhookSecrets",
      [{ secret: "whsec-old", replacedAt: "2025-11-01T00:00:00Z" }],
    ],
  ])("%s.%s is %j", (rail, name, value) => {
    const options = {
      ...complete,
      [rail]: { ...complete[rail], [name]: value },
    }
    expect(problemsOf(options, rail)).toEqual([
      `${rail}.${name} is missing: set it in the options of the plugin "medusa-payment-stablecoin" in medusa-config.ts.`,
    ])
    const others = rail === "hosted" ? "onchain" : "hosted"
    expect(problemsOf(options, others)).toEqual([])
    expect(problemsOf(options, "general")).toEqual([])
  })

  it.each([undefined, null, {}])(
    "options are %j: every option is named",
    (options) => {
      expect(problemsOf(options, "general").join()).toContain("backendUrl")
      expect(problemsOf(options, "hosted")).toHaveLength(3)
      expect(problemsOf(options, "onchain")).toHaveLength(4)
    }
  )

  it("an empty backendUrl of the environment counts as missing, not as invalid", () => {
    expect(problemsOf({ ...complete, backendUrl: "" }, "general")).toEqual([
      expect.stringContaining("backendUrl is missing"),
    ])
  })

  it("empty templates of the environment count as missing", () => {
    const empty = { ...complete, successUrl: "", cancelUrl: "" }
    expect(resolveSettings(empty, CORS)).toEqual(
      resolveSettings(complete, CORS)
    )
  })
})

describe("an invalid option is named, and never quoted if it is secret", () => {
  /** The complete options with another value of one, such as `hosted.baseUrl`. */
  const wrong = (option: string, value: unknown) => {
    const [rail, name] = option.split(".") as ["hosted" | "onchain", string?]
    return {
      ...complete,
      [rail]: name ? { ...complete[rail], [name]: value } : value,
    }
  }

  // Other invalid values of each setting: plan-change.spec.
  it.each<[what: string, option: string, value: unknown, at?: string]>([
    ["a typo in a chain", "onchain.chains", ["POLIGON"], ".0"],
    ["a typo in a map", "onchain.chains", { POLIGON: ["USDT"] }],
    ["one chain as text", "onchain.chains", "BASE"],
    [
      "a default chain that is not offered",
      "onchain",
      { ...onchain, chains: ["BSC"], defaultChain: "ETH" },
      ".defaultChain",
    ],
    ["a backend that is not a URL", "backendUrl", "store.example"],
    [
      "a backend with a password in it, which the gateway would get",
      "backendUrl",
      "https://user:hunter2@store.example",
    ],
    ["a gateway by ftp", "hosted.baseUrl", "ftp://x.example"],
    ["an unknown coin", "currencies", { usd: ["DAI"] }, ".usd.0"],
    ["a storefront that is not a URL", "storefrontUrls", ["shop"], ".0"],
    [
      "a template with a password in it, which the admin would show",
      "cancelUrl",
      "https://user:hunter2@shop.example",
    ],
    ["a long item name", "itemName", "x".repeat(201)],
    ["a short key", "encryptionKeys", ["c2hvcnQ="], ".0"],
    ["a number for a secret", "hosted.clientSecret", 4711],
    ["a text for a rail", "hosted", "hosted-secret-4711"],
    ["a text for a list", "onchain.webhookSecrets", "a,b"],
    [
      "a replaced secret without its time, which would confirm new payments",
      "hosted.previousClientSecrets",
      ["old-4711"],
      ".0",
    ],
    ...[
      undefined,
      "yesterday",
      "2025-11-31T10:00:00Z",
      // A date without a time.
      "2025-11-01",
      // A time without a time zone.
      "2025-11-01T10:00:00",
      "2999-01-01T10:00:00Z",
    ].flatMap((replacedAt): [string, string, unknown, string][] => {
      const what = `a secret that was replaced at ${replacedAt}`
      const replaced = [{ secret: "old-4711", replacedAt }]
      return [
        [what, "hosted.previousClientSecrets", replaced, ".0.replacedAt"],
        [what, "onchain.webhookSecrets", replaced, ".0"],
      ]
    }),
  ])("%s: %s, without effect on other parts", (_, option, value, at = "") => {
    const parts = ["general", "hosted", "onchain"] as const
    const options = wrong(option, value)
    const path = option + at
    const wrongPart =
      parts.find((part) => path.split(".")[0] === part) ?? "general"
    for (const part of parts.filter((each) => each !== wrongPart)) {
      expect(problemsOf(options, part)).toEqual([])
    }
    const problems = problemsOf(options, wrongPart)
    expect(problems).toEqual([
      expect.stringMatching(
        new RegExp(
          `^${path.replaceAll(".", "\\.")}: .+ \\(in the admin \\(Settings .+\\), or in the options of the plugin .+\\)\\.$`
        )
      ),
    ])
    expect(problems.join()).not.toMatch(/4711|c2hvcnQ|hunter2/)
  })

  it("verifies genuine webhooks despite another invalid option", () => {
    const invalid = {
      ...complete,
      itemName: 4711,
      hosted: { ...hosted, baseUrl: "ftp://x.example" },
      onchain: { ...onchain, chains: ["POLIGON"] },
      blockchain: { rpcUrls: "wss://polygon.example" },
    }
    expect(resolveSettings(invalid, CORS)).toMatchObject({
      webhookSigners: { onchain: [{ secret: "whsec-4711" }] },
      // Its account is not known, so that genuine webhooks are not rejected.
      unreadable: { hosted: ["config"], onchain: [] },
    })
  })

  it.each<[string, object, object]>([
    ["hosted.previousClientSecrets", ["bare"], { hosted: ["config"] }],
    ["onchain.webhookSecrets", ["whsec-4711", 5], { onchain: ["config"] }],
  ])(
    "keeps the valid secrets next to an invalid one of %s, which may sign others",
    (option, secrets, unreadable) => {
      const settings = resolveSettings(wrong(option, secrets), CORS)
      expect(settings.webhookSigners).toMatchObject({
        hosted: [{ secret: "hosted-secret-4711" }],
        onchain: [{ secret: "whsec-4711" }],
      })
      expect(settings.unreadable).toMatchObject(unreadable)
    }
  )

  it("lists the known chains for a typo in a chain", () => {
    const options = wrong("onchain.chains", ["POLIGON"])
    expect(problemsOf(options, "onchain").join()).toContain('"POLYGON"')
  })

  it.each(["text", 42, true, [complete]])(
    "accepts the options %j without failing the boot",
    (options) => {
      expect(problemsOf(options, "general")).toHaveLength(1)
    }
  )
})

describe("buyers may return to the store's CORS origins", () => {
  it.each<[string, string[]]>([
    ["", []],
    ["https://shop.example", ["https://shop.example"]],
    ["https://shop.example/", ["https://shop.example"]],
    [
      "https://a.example, https://b.example:8443",
      ["https://a.example", "https://b.example:8443"],
    ],
    ["*", []],
    ["/https:\\/\\/.*\\.shop\\.example/", []],
    ["https://shop.example,/vercel\\.app$/,*", ["https://shop.example"]],
    ["javascript:alert(1),file:///etc,https://", []],
  ])("%p means %j", (cors, storefrontUrls) => {
    expect(resolveSettings(complete, cors).general).toMatchObject({
      value: { storefrontUrls },
    })
  })
})
