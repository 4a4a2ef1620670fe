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
 * twice in one.
 */
export default class ProcessRunner {
  #globalConfig
  #ownProcesses

  constructor(globalConfig, _context, options = {}) {
    this.#globalConfig = globalConfig
    this.#ownProcesses = options.ownProcesses ?? false
  }

  async runTests(tests, watcher, onStart, onResult, onFailure) {
    const queue = tests.values()
    const lane = async () => {
      let worker
      for (const test of queue) {
        if (watcher.isInterrupted()) {
          break
        }
        worker ??= startWorker()
        await onStart(test)
        try {
          await onResult(test, await worker.runFile(this.#fileOf(test)))
        } catch (error) {
          // The process ended, or the file could not be loaded.
          await onFailure(test, { message: String(error), stack: error?.stack })
        }
        if (this.#ownProcesses) {
          await worker.end()
          worker = undefined
        }
      }
      await worker?.end()
    }
    const lanes = Math.min(this.#globalConfig.maxWorkers, tests.length)
    await Promise.all(Array.from({ length: lanes }, lane))
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
