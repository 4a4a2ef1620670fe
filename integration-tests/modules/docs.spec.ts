import { randomBytes } from "node:crypto"
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { runCli } from "../../src/cli/run"
import type { StablecoinOptions } from "../../src/modules/stablecoin"
import { blockchainSchema } from "../../src/modules/stablecoin/settings/blockchain"
import { resolveSettings } from "../../src/modules/stablecoin/settings/settings"
import { englishTitle } from "../../src/exceptions/texts"
import {
  EXCEPTION_NAMES,
  EXCEPTION_PROBLEMS,
} from "../../src/ledger/exceptions"
import { SETTINGS } from "../../src/settings"
import { runSnippet } from "../setup/commands/run-snippet"
import { snippetOf } from "../setup/commands/snippets"

const pages = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  ...readdirSync("docs")
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
]

/** The fragments of a page's headings, as GitHub writes them. */
function headingsOf(page: string): string[] {
  const text = readFileSync(page, "utf8").replace(/^```[\s\S]*?^```$/gm, "")
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replace(/ /g, "-")
  )
}

describe.each(pages)("%s", (page) => {
  const text = readFileSync(page, "utf8")

  it("names only existing tests", () => {
    const named = [...text.matchAll(/`([\w./-]+\.spec\.ts)`/g)].map(
      ([, path]) => path!
    )
    expect(named.filter((path) => !existsSync(path))).toEqual([])
  })

  it("links only to existing pages", () => {
    const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(
      ([, path]) => join(dirname(page), path!)
    )
    expect(linked.filter((path) => !existsSync(path))).toEqual([])
  })

  it("links only to existing headings", () => {
    const broken = [...text.matchAll(/\]\(([\w./-]+\.md)?#([^)]+)\)/g)]
      .map(([, path, heading]) => ({
        target: path ? join(dirname(page), path) : page,
        heading: heading!,
      }))
      .filter(({ target, heading }) => !headingsOf(target).includes(heading))
    expect(broken).toEqual([])
  })
})

it("the index links to every page", () => {
  const index = readFileSync("docs/README.md", "utf8")
  const others = readdirSync("docs").filter(
    (name) => name.endsWith(".md") && name !== "README.md"
  )
  expect(others.filter((name) => !index.includes(`](${name})`))).toEqual([])
})

it("the pages list every setting's option, and those of chains", () => {
  const page = ["docs/configuration.md", "docs/pricing.md"]
    .map((each) => readFileSync(each, "utf8"))
    .join("\n")
  const options = [
    ...SETTINGS.map(({ part, option }) =>
      part === "general" ? option : `${part}.${option}`
    ),
    ...Object.keys(blockchainSchema.shape).map((name) => `blockchain.${name}`),
  ]
  expect(options.filter((option) => !page.includes(`\`${option}\``))).toEqual(
    []
  )
})

it("the page of exceptions has every kind, with its reasons and the admin's titles", () => {
  const page = readFileSync("docs/exceptions.md", "utf8")
  const [, section = ""] = page.split("## Exception kinds\n")
  const entries = section.split("\n").filter((line) => line.startsWith("- `"))
  const listed = entries.flatMap((line) => {
    const codes = line.slice(0, line.search(/: (?!`)/))
    const [, of] = /^- `(\w+)`: /.exec(codes) ?? []
    return [...codes.matchAll(/`(\w+)` \((.+?)\)/g)].map(([, code, title]) => [
      of ? `${of}.${code}` : code,
      title,
    ])
  })
  const titles = EXCEPTION_NAMES.map((name, index) => [
    name,
    englishTitle(EXCEPTION_PROBLEMS[index]!),
  ])
  expect(listed.sort()).toEqual(titles.sort())
})

it("the options that read chains are valid as written", () => {
  const { options } = runSnippet(
    snippetOf("docs/blockchain.md", "ts blockchain-options.ts")
  )
  expect(resolveSettings(options, "").blockchain).toMatchObject({ ok: true })
})

it("the options that price carts are valid as written", () => {
  const { options } = runSnippet(
    snippetOf("docs/pricing.md", "ts pricing-options.ts")
  )
  expect(resolveSettings(options, "").pricing).toMatchObject({
    ok: true,
    value: { sources: [{ type: "ecb" }], spread: "0.5", lockFor: 900 },
  })
})

it("the rules by region are valid as written", () => {
  const { options } = runSnippet(
    snippetOf("docs/configuration.md", "ts rules-options.ts")
  )
  const { value } = resolveSettings(options, "").values["general.rules"]!
  expect(value).toEqual([
    { region: "reg_01EUROPE", coins: ["USDC"] },
    { chain: "ETH", min: "50.00" },
  ])
})

it("the README installs the tarballs of this version, and has at most 150 lines", () => {
  const { name, version } = JSON.parse(
    readFileSync("package.json", "utf8")
  ) as { name: string; version: string }
  const readme = readFileSync("README.md", "utf8")
  for (const tarball of [name, `${name}-storefront`]) {
    expect(readme).toContain(`npm install ../${name}/${tarball}-${version}.tgz`)
  }
  expect(readme.trimEnd().split("\n").length).toBeLessThanOrEqual(150)
})

it("the pages name the oldest Medusa that npm accepts", () => {
  const { peerDependencies } = JSON.parse(
    readFileSync("package.json", "utf8")
  ) as { peerDependencies: Record<string, string> }
  const oldest = peerDependencies["@medusajs/medusa"]?.replace("^", "")
  const without = ["README.md", "docs/install.md", "SECURITY.md"].filter(
    (page) => !readFileSync(page, "utf8").includes(`Medusa ${oldest} `)
  )
  expect(without).toEqual([])
})

it("the contributing guide names files that exist", () => {
  const text = readFileSync("CONTRIBUTING.md", "utf8")
  const named = [
    ...text.matchAll(/`((?:src|docs|integration-tests)\/[^`{]+)`/g),
  ]
  expect(named.length).toBeGreaterThan(10)
  expect(
    named.map(([, path]) => path!).filter((path) => !existsSync(path))
  ).toEqual([])
})

it("the pages start the receiver with options that exist", async () => {
  const texts = pages.map((page) => readFileSync(page, "utf8")).join("\n")
  const commands = [
    ...texts.matchAll(/medusa-payment-stablecoin (receive --.+)$/gm),
  ].map(([, command]) => command!.split(" "))
  expect(commands.length).toBeGreaterThanOrEqual(3)
  for (const command of commands) {
    const errors: string[] = []
    const code = await runCli([...command, "--help"], {
      out: () => {},
      err: (line) => errors.push(line),
      ended: new AbortController().signal,
      env: {},
    })
    expect({ code, errors }).toEqual({ code: 0, errors: [] })
  }
})

it("the options that name replaced secrets are valid as written", () => {
  const page = readFileSync("docs/security.md", "utf8")
  const [, code = ""] =
    /^```ts replaced-secrets\.ts\n([\s\S]*?)^```$/m.exec(page) ?? []
  const name = "STABLECOIN_HOSTED_PREVIOUS_SECRET"
  process.env[name] = "replaced"
  try {
    const { hosted } = runSnippet(code).options as { hosted: object }
    const account = { baseUrl: "https://gateway.example", clientId: "shop" }
    const options = {
      hosted: { ...account, ...hosted, clientSecret: "in-use" },
    }
    expect(resolveSettings(options, "")).toMatchObject({
      hosted: { ok: true },
      webhookSigners: {
        hosted: [
          { secret: "in-use", created_before: null },
          { secret: "replaced", created_before: "2025-11-22T10:00:00.000Z" },
        ],
      },
    })
  } finally {
    delete process.env[name]
  }
})

it("the example of two machines has the modules of this repository's store, and valid options", async () => {
  const given: Record<string, string> = {
    REDIS_URL: "redis://10.0.0.21:6379",
    BACKEND_URL: "https://store.example",
    STABLECOIN_ENCRYPTION_KEY: randomBytes(32).toString("base64"),
  }
  const defineConfig = (config: unknown) => config
  const before = { ...process.env }
  Object.assign(process.env, given)
  try {
    const imports = {
      "@medusajs/framework/utils": { defineConfig, loadEnv: () => {} },
    }
    const configOf = (code: string) =>
      runSnippet(code, imports).default as {
        plugins?: { options: StablecoinOptions }[]
        modules: { resolve: string; options: unknown }[]
      }
    const example = configOf(
      snippetOf("docs/scaling.md", "ts medusa-config.ts")
    )
    const own = configOf(readFileSync("medusa-config.ts", "utf8"))
    const shared = own.modules.filter(({ resolve }) =>
      /redis|locking|caching/.test(resolve)
    )
    expect(shared).toHaveLength(4)
    expect(example.modules).toEqual(expect.arrayContaining(shared))
    const options = example.plugins?.[0]?.options
    expect(options?.encryptionKeys).toEqual([given.STABLECOIN_ENCRYPTION_KEY])
    expect(resolveSettings(options, "").general).toMatchObject({ ok: true })
  } finally {
    process.env = before
  }
})

it("the exporter for Medusa's tracing hides what a buyer's addresses and the headers prove", () => {
  const exported: { attributes: Record<string, unknown> }[] = []
  let exporter: InMemory | undefined
  class InMemory {
    export(spans: typeof exported) {
      exported.push(...spans)
    }
  }
  const imports = {
    "@medusajs/medusa": {
      registerOtel: (options: { exporter: InMemory }) => {
        exporter = options.exporter
      },
    },
    "@opentelemetry/exporter-trace-otlp-proto": { OTLPTraceExporter: InMemory },
  }
  const code = snippetOf("docs/security.md", "ts instrumentation.ts")
  const { register } = runSnippet(code, imports) as { register(): void }
  register()
  // Attributes as Medusa's instrumentation of HTTP sets them.
  const urls = [
    "/stablecoin/return/stpay_1/secret-token/success?x=1",
    "/store/stablecoin/payments/payses_secret?x=1",
  ]
  for (const url of urls) {
    const headers = {
      cookie: "connect.sid=secret",
      "x-webhook-signature": "secret",
      "x-business-signature": "secret",
      host: "store.example",
    }
    exporter?.export([{ attributes: { "http.url": url, ...headers } }])
  }
  expect(JSON.stringify(exported)).not.toContain("secret")
  expect(exported[1]?.attributes).toEqual({
    "http.url": "/store/stablecoin/payments/[hidden]?x=1",
    host: "store.example",
  })
})
