import { defineConfig, type TestProjectConfiguration } from "vitest/config"

// Medusa logs hundreds of lines, which would hide a failure. A level unknown to
// the logger silences it, here and in every worker.
if (!process.env.VERBOSE) {
  process.env.LOG_LEVEL ??= "silent"
}

type Suite = {
  include: string[]
  timeoutMs: number
  /** A process for each file; otherwise the files share processes. */
  isolate?: boolean
  maxWorkers: number
}

const SUITES: Record<string, Suite> = {
  // Some of these tests wait for timeouts, so three workers fill two cores.
  unit: {
    include: [
      "{src,packages,tools}/**/*.spec.ts",
      // They start a node of Ethereum, in 0.2 seconds.
      "integration-tests/blockchain/*.spec.ts",
    ],
    timeoutMs: 30_000,
    maxWorkers: 3,
  },
  modules: {
    include: ["integration-tests/modules/**/*.spec.ts"],
    timeoutMs: 180_000,
    maxWorkers: 2,
  },
  http: {
    include: ["integration-tests/http/*.spec.ts"],
    timeoutMs: 300_000,
    maxWorkers: 2,
  },
  // Medusa can't be booted twice in a process.
  "http-configured": {
    include: ["integration-tests/http/configured/*.spec.ts"],
    timeoutMs: 300_000,
    isolate: true,
    maxWorkers: 2,
  },
  // They test a store's processes from outside, without loading Medusa.
  processes: {
    include: ["integration-tests/processes/**/*.spec.ts"],
    timeoutMs: 300_000,
    maxWorkers: 1,
  },
  // They test a store's admin from outside, in a browser.
  browser: {
    include: ["integration-tests/browser/**/*.spec.ts"],
    timeoutMs: 60_000,
    maxWorkers: 1,
  },
}

/**
 * Files run in plain Node processes, in which tsx loads everything but the spec
 * files and the code of pages. Packages are thus loaded once per process, and
 * not once per file.
 */
function project(
  [name, { timeoutMs, isolate = false, ...suite }]: [string, Suite],
  index: number
): TestProjectConfiguration {
  return {
    test: {
      name,
      globals: true,
      ...suite,
      isolate,
      testTimeout: timeoutMs,
      hookTimeout: timeoutMs,
      // Concurrent tests wait for timeouts, and cost no processor time.
      maxConcurrency: 20,
      pool: "forks",
      execArgv: [
        "--import=./tools/harness/native-packages.mjs",
        "--import=tsx",
      ],
      // Suites with different numbers of workers run one after the other.
      sequence: { groupOrder: index },
      server: {
        deps: {
          external: [
            new RegExp(
              `^${import.meta.dirname}/(?!src/admin/|packages/storefront/|.*\\.spec\\.ts$)`
            ),
          ],
        },
      },
    },
  }
}

export default defineConfig({
  test: { projects: Object.entries(SUITES).map(project) },
})
