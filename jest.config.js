const { existsSync } = require("node:fs")
const { join } = require("node:path")

// Medusa logs hundreds of lines, which would hide a failure. A level unknown to
// the logger silences it, here and in every worker.
if (!process.env.VERBOSE) {
  process.env.LOG_LEVEL ??= "silent"
}

const common = {
  transform: {
    "^.+\\.[jt]s$": [
      "@swc/jest",
      {
        jsc: {
          parser: { syntax: "typescript", decorators: true },
          target: "es2022",
        },
      },
    ],
    "^.+\\.tsx$": [
      "@swc/jest",
      {
        jsc: {
          parser: { syntax: "typescript", tsx: true },
          transform: { react: { runtime: "automatic" } },
          target: "es2022",
        },
      },
    ],
  },
  testEnvironment: "node",
  moduleFileExtensions: ["js", "ts", "tsx", "json"],
  modulePathIgnorePatterns: ["<rootDir>/.medusa/"],
  reporters: ["default", "<rootDir>/integration-tests/setup/report-at-end.js"],
}

// Most HTTP test files share a store, since booting one takes longer than most
// tests. A file named on the command line gets its own store, and so does one
// whose group has no file.
const together = join(__dirname, "integration-tests/http/together")
const groups = require(join(together, "groups.json"))
const named = process.argv.slice(2).filter((arg) => !arg.startsWith("-"))
const isAlone =
  named.length > 0 && !named.some((name) => name.includes("together"))
const grouped = Object.keys(groups)
  .filter((group) => existsSync(join(together, `${group}.spec.ts`)))
  .flatMap((group) => groups[group])
  .map((name) => `/http/${name}\\.spec\\.ts$`)

const suites = {
  unit: {
    testMatch: [
      "**/src/**/__tests__/**/*.spec.ts",
      "**/chaos/**/*.spec.ts",
      "**/soak/**/*.spec.ts",
      "**/scripts/**/*.spec.ts",
    ],
  },
  // Silent: restoring a database cuts connections, and knex logs that to the
  // console.
  modules: {
    testMatch: ["**/integration-tests/modules/**/*.spec.ts"],
    testSequencer: "<rootDir>/integration-tests/setup/longest-first.js",
    silent: true,
  },
  http: {
    testMatch: ["**/integration-tests/http/**/*.spec.ts"],
    testPathIgnorePatterns: [
      "/node_modules/",
      ...(isAlone ? ["/http/together/"] : grouped),
    ],
    testSequencer: "<rootDir>/integration-tests/setup/longest-first.js",
    silent: true,
  },
  // They test a store's processes from outside, without loading Medusa.
  processes: { testMatch: ["**/integration-tests/processes/**/*.spec.ts"] },
  // They test a store's admin from outside, in a browser.
  browser: {
    testMatch: ["**/integration-tests/browser/**/*.spec.ts"],
    testTimeout: 60_000,
  },
}

module.exports = { ...common, ...suites[process.env.TEST_TYPE ?? "unit"] }
