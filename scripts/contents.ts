/** What the package may hold, by rule: whatever fits none of them is a mistake. */
const RULES: { folder: string; files: RegExp }[] = [
  { folder: "/", files: /^(package\.json|README\.md|CHANGELOG\.md|LICENSE)$/ },
  {
    folder: "docs",
    files: /^docs\/([\w-]+\.md|grafana-dashboard\.json)$/,
  },
  {
    folder: ".medusa/server",
    files:
      /^\.medusa\/server\/src\/(index|(api|cli|gateway|health|http-types|jobs|ledger|modules|policies|providers|sandbox|shared|subscribers|workflows)\/.+)\.(js|d\.ts)$/,
  },
  {
    folder: ".medusa/server (admin)",
    files: /^\.medusa\/server\/src\/admin\/index\.(js|mjs|d\.ts|d\.mts)$/,
  },
  {
    folder: ".medusa/storefront",
    files:
      /^\.medusa\/storefront\/(package\.json|(storefront|http-types)\/.+\.(js|d\.ts))$/,
  },
]

/** Nobody runs them where the package is installed. */
const TESTS = /(^|\/)(__tests__|__mocks__|integration-tests)\/|\.(spec|test)\./

/** Sources that Medusa's build makes one file each of; the admin becomes one bundle. */
const BUILT_SOURCE = /^src\/(?!admin\/|storefront\/)(.+)\.ts$/

export type Contents = {
  /** How many files each folder has. */
  counts: Record<string, number>
  /** One sentence each; none, if the package is right. */
  problems: string[]
}

/**
 * Whether the package holds what runs, all of it, and nothing else.
 *
 * @param packed paths in the tarball, without its `package/`
 * @param sources paths under src of this repository
 */
export function contentsOf(
  packed: readonly string[],
  sources: readonly string[]
): Contents {
  const counts: Record<string, number> = {}
  const problems: string[] = []
  for (const path of packed) {
    const rule = RULES.find(({ files }) => files.test(path))
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
