type Rule = { folder: string; files: RegExp }

/** Files allowed in the plugin. Any file that matches no rule is a mistake. */
const PLUGIN: readonly Rule[] = [
  {
    folder: "/",
    files:
      /^(package\.json|(README|CHANGELOG|CONTRIBUTING|SECURITY)\.md|LICENSE)$/,
  },
  {
    folder: "docs",
    files:
      /^docs\/([\w-]+\.md|grafana-dashboard\.json|stablecoin-rules\.yml|images\/[\w-]+\.png)$/,
  },
  {
    folder: ".medusa/server",
    files:
      /^\.medusa\/server\/src\/(index|(api|blockchain|cli|exceptions|gateway|health|http-types|jobs|ledger|modules|policies|pricing|providers|receiver|settings|shared|subscribers|workflows)\/.+)\.(js|d\.ts)$|\/(exceptions\/(english|refusals)|health\/english)\.json$/,
  },
  {
    folder: ".medusa/server (admin)",
    files: /^\.medusa\/server\/src\/admin\/index\.(js|mjs|d\.ts|d\.mts)$/,
  },
]

/** Files allowed in the package for storefronts. */
const STOREFRONT: readonly Rule[] = [
  { folder: "/", files: /^(package\.json|README\.md|LICENSE)$/ },
  {
    folder: "dist",
    files:
      /^dist\/(packages\/storefront\/src|src\/http-types)\/.+\.(js|d\.ts)$/,
  },
]

/**
 * Files allowed in the sandbox: its own, and those of the plugin that it shares.
 */
const SANDBOX: readonly Rule[] = [
  { folder: "/", files: /^(package\.json|README\.md|LICENSE)$/ },
  {
    folder: "dist",
    files:
      /^dist\/(packages\/sandbox\/src|src\/(blockchain|gateway|ledger|shared))\/.+\.(js|d\.ts)$/,
  },
]

export const RULES = {
  plugin: PLUGIN,
  storefront: STOREFRONT,
  sandbox: SANDBOX,
}

/** Not run where the package is installed. */
const TESTS = /(^|\/)(__tests__|__mocks__|integration-tests)\/|\.(spec|test)\./

/**
 * Sources that Medusa's build compiles to one file each. The admin becomes one
 * bundle.
 */
const BUILT_SOURCE = /^src\/(?!admin\/)(.+)\.ts$/

export type Contents = {
  /** Number of files per folder. */
  counts: Record<string, number>
  /** One sentence each, empty if the package is correct. */
  problems: string[]
}

/**
 * Checks that a package contains every file that runs, and nothing else.
 *
 * @param packed paths in the tarball, without its `package/`
 * @param sources paths under src of this repository that Medusa's build puts
 *   into the package
 */
export function contentsOf(
  packed: readonly string[],
  sources: readonly string[],
  rules: readonly Rule[] = RULES.plugin
): Contents {
  const counts: Record<string, number> = {}
  const problems: string[] = []
  for (const path of packed) {
    const rule = rules.find(({ files }) => files.test(path))
    if (!rule || TESTS.test(path)) {
      problems.push(`${path} is in the package, and no rule says why.`)
    } else {
      counts[rule.folder] = (counts[rule.folder] ?? 0) + 1
    }
  }
  const there = new Set(packed)
  for (const source of sources) {
    const [, name] = BUILT_SOURCE.exec(source) ?? []
    const built = `.medusa/server/src/${name}.js`
    if (name && !TESTS.test(source) && !there.has(built)) {
      problems.push(`${source} is not in the package: there is no ${built}.`)
    }
  }
  return { counts, problems }
}
