import { join } from "node:path"
import { Worker } from "jest-worker"

const WORKER = join(import.meta.dirname, "worker.mjs")

/** Modules that the processes preload, so that they read TypeScript. */
const PRELOADED = [
  "--import=./tools/harness/native-packages.mjs",
  "--import=tsx",
]

/**
 * Runs spec files in plain Node.js processes, each of which runs many files and
 * loads a package once. Jest's own runner gives each file its own copies of all
 * modules: Medusa would boot, and compile, for each file.
 *
 * With `ownProcesses`, each file has its own process, since Medusa can't boot
 * twice in one. The files whose path contains `oneProcess` share one, because
 * their stores have the same options.
 */
export default class ProcessRunner {
  #globalConfig
  #ownProcesses
  #oneProcess

  constructor(globalConfig, _context, options = {}) {
    this.#globalConfig = globalConfig
    this.#ownProcesses = options.ownProcesses ?? false
    this.#oneProcess = options.oneProcess
  }

  async runTests(tests, watcher, onStart, onResult, onFailure) {
    const groups = this.#groupsOf(tests)
    const queue = groups.values()
    const lane = async () => {
      let worker
      for (const group of queue) {
        for (const test of group) {
          if (watcher.isInterrupted()) {
            break
          }
          worker ??= startWorker()
          await onStart(test)
          try {
            await onResult(test, await worker.runFile(this.#fileOf(test)))
          } catch (error) {
            // The process ended, or the file could not be loaded.
            const { stack } = error ?? {}
            await onFailure(test, { message: String(error), stack })
          }
        }
        if (this.#ownProcesses) {
          await worker?.end()
          worker = undefined
        }
      }
      await worker?.end()
    }
    const lanes = Math.min(this.#globalConfig.maxWorkers, groups.length)
    await Promise.all(Array.from({ length: lanes }, lane))
  }

  /** Files that a process runs one after the other, the most first. */
  #groupsOf(tests) {
    const isShared = ({ path }) =>
      this.#oneProcess !== undefined && path.includes(this.#oneProcess)
    const shared = tests.filter(isShared)
    const others = tests.filter((test) => !isShared(test))
    return [shared, ...others.map((test) => [test])].filter(
      (group) => group.length > 0
    )
  }

  #fileOf({ path, context: { config } }) {
    const { expand, maxConcurrency, testNamePattern } = this.#globalConfig
    return {
      path,
      expand,
      maxConcurrency,
      testNamePattern,
      testTimeout: config.testTimeout,
    }
  }
}

function startWorker() {
  return new Worker(WORKER, {
    exposedMethods: ["runFile"],
    numWorkers: 1,
    // A file that ends its process has failed.
    maxRetries: 0,
    forkOptions: { execArgv: PRELOADED, stdio: "inherit" },
  })
}
