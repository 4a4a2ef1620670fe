import { contentsOf, RULES } from "./contents"

const RIGHT = [
  "package.json",
  "README.md",
  "docs/security.md",
  "docs/grafana-dashboard.json",
  "docs/stablecoin-rules.yml",
  "docs/images/payments.png",
  ".medusa/server/src/index.js",
  ".medusa/server/src/index.d.ts",
  ".medusa/server/src/cli/index.js",
  ".medusa/server/src/admin/index.mjs",
]

it("accepts the built files, and counts them by folder", () => {
  expect(contentsOf(RIGHT, ["src/index.ts", "src/cli/index.ts"])).toEqual({
    problems: [],
    counts: {
      "/": 2,
      docs: 4,
      ".medusa/server": 3,
      ".medusa/server (admin)": 1,
    },
  })
})

it.each([
  "medusa-config.ts",
  "tools/demo/main.mts",
  "tools/harness/shop/names.ts",
  "tools/bench/main.mts",
  "tools/chaos/main.mts",
  "integration-tests/http/laws.spec.ts",
  "src/index.ts",
  ".medusa/server/medusa-config.js",
  ".medusa/server/tools/harness/shop/names.js",
  ".medusa/server/tsconfig.tsbuildinfo",
  ".medusa/server/src/secrets/index.js",
  ".medusa/server/src/ledger/money.ts",
  ".medusa/server/src/ledger/money.js.map",
  ".medusa/server/src/ledger/__tests__/money.js",
  ".medusa/server/src/ledger/money.spec.js",
  ".medusa/server/src/modules/stablecoin/migrations/.snapshot-stablecoin.json",
  ".medusa/server/src/admin/routes/page.js",
  "packages/storefront/src/index.ts",
])("rejects %s in the package", (path) => {
  expect(contentsOf([path], [])).toEqual({
    problems: [`${path} is in the package, and no rule says why.`],
    counts: {},
  })
})

it("accepts the built client in the package for storefronts, and nothing else", () => {
  const right = [
    "package.json",
    "dist/packages/storefront/src/react/index.js",
    "dist/src/http-types/store.d.ts",
  ]
  const wrong = [
    "dist/packages/storefront/src/__tests__/wait.js",
    "dist/src/index.js",
  ]
  expect(contentsOf([...right, ...wrong], [], RULES.storefront)).toEqual({
    problems: wrong.map(
      (path) => `${path} is in the package, and no rule says why.`
    ),
    counts: { "/": 1, dist: 2 },
  })
})

it("reports a route whose folder is missing from the build", () => {
  const { problems } = contentsOf(RIGHT, [
    "src/api/admin/test/route.ts",
    "src/api/admin/__tests__/route.spec.ts",
    "src/admin/routes/page.ts",
  ])
  expect(problems).toEqual([
    "src/api/admin/test/route.ts is not in the package: there is no .medusa/server/src/api/admin/test/route.js.",
  ])
})
