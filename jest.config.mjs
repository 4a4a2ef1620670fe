import { join } from "node:path"

// Medusa logs hundreds of lines, which would hide a failure. A level unknown to
// the logger silences it, here and in every worker.
if (!process.env.VERBOSE) {
  process.env.LOG_LEVEL ??= "silent"
}

// tsx compiles the JSX of packages/storefront with the options of this file.
process.env.TSX_TSCONFIG_PATH ??= pathOf("tsconfig.jest.json")

const MINUTE_MS = 60_000

/** Times limit a test or a hook. */
const SUITES = {
  unit: {
    patterns: [
      "{src,packages,tools}/**/*.spec.ts",
      // They start a node of Ethereum, in 0.2 seconds.
      "integration-tests/blockchain/*.spec.ts",
    ],
    testTimeout: MINUTE_MS,
  },
  modules: {
    patterns: ["integration-tests/modules/**/*.spec.ts"],
    testTimeout: 3 * MINUTE_MS,
  },
  http: {
    patterns: ["integration-tests/http/*.spec.ts"],
    testTimeout: 5 * MINUTE_MS,
  },
  "http-configured": {
    patterns: ["integration-tests/http/configured/**/*.spec.ts"],
    testTimeout: 5 * MINUTE_MS,
    ownProcesses: true,
    oneProcess: "/configured/blockchain/",
  },
  // They test a store's processes from outside, without loading Medusa.
  processes: {
    patterns: ["integration-tests/processes/**/*.spec.ts"],
    testTimeout: 5 * MINUTE_MS,
  },
  // They test a store's admin from outside, in a browser.
  browser: {
    patterns: ["integration-tests/browser/**/*.spec.ts"],
    testTimeout: MINUTE_MS,
  },
}

export default {
  // The failures of every suite are repeated at its end, however short it is.
  reporters: ["default", ["summary", { summaryThreshold: 0 }]],
  projects: Object.entries(SUITES).map(
    ([displayName, { patterns, testTimeout, ...options }]) => ({
      displayName,
      testMatch: patterns.map((pattern) => `<rootDir>/${pattern}`),
      testTimeout,
      runner: [pathOf("tools/harness/jest/runner.mjs"), options],
    })
  ),
}

function pathOf(path) {
  return join(import.meta.dirname, path)
}
