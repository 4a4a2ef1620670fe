import { performance } from "node:perf_hooks"
import { pathToFileURL } from "node:url"
import { expect } from "expect"
import * as circus from "jest-circus"
import { ModuleMocker } from "jest-mock"
import sourceMaps from "source-map-support"

// Node.js itself would also read the maps of all packages. tsx adds maps to what
// it compiles if they are enabled.
Object.defineProperty(process, "sourceMapsEnabled", { value: true })
sourceMaps.install({ handleUncaughtExceptions: false, hookRequire: true })

const mocker = new ModuleMocker(globalThis)

Object.assign(globalThis, {
  afterAll: circus.afterAll,
  afterEach: circus.afterEach,
  beforeAll: circus.beforeAll,
  beforeEach: circus.beforeEach,
  describe: circus.describe,
  expect,
  it: circus.it,
  // Module mocks need Jest's own runner. Timers are mocked by fake-clock.ts.
  jest: {
    fn: mocker.fn.bind(mocker),
    restoreAllMocks: mocker.restoreAllMocks.bind(mocker),
    spyOn: mocker.spyOn.bind(mocker),
  },
})

/** Runs a spec file in this process, and returns its results for Jest. */
export async function runFile({
  path,
  expand,
  maxConcurrency,
  testNamePattern,
  testTimeout,
}) {
  circus.resetState()
  Object.assign(circus.getState(), {
    maxConcurrency,
    testNamePattern: testNamePattern ? new RegExp(testNamePattern, "i") : null,
    testTimeout,
  })
  expect.setState({ expand, testPath: path })
  const start = Date.now()
  const began = performance.now()
  // A second run of a file in this process has to load it again.
  await import(`${pathToFileURL(path)}?${began}`)
  const { testResults, unhandledErrors } = await circus.run()
  const runtime = Math.round(performance.now() - began)
  return {
    ...counted(testResults),
    failureMessage: failures(testResults, unhandledErrors),
    perfStats: {
      start,
      end: start + runtime,
      loadTestEnvironmentEnd: start,
      loadTestEnvironmentStart: start,
      runtime,
      setupAfterEnvEnd: start,
      setupAfterEnvStart: start,
      setupFilesEnd: start,
      setupFilesStart: start,
      slow: false,
    },
    leaks: false,
    openHandles: [],
    skipped: false,
    snapshot: {
      added: 0,
      fileDeleted: false,
      matched: 0,
      unchecked: 0,
      uncheckedKeys: [],
      unmatched: 0,
      updated: 0,
    },
    testFilePath: path,
    // Errors outside of tests, such as in `afterAll`.
    testExecError: unhandledErrors.length
      ? {
          message: unhandledErrors.join("\n"),
          stack: unhandledErrors.join("\n"),
        }
      : undefined,
    testResults: testResults.map(forJest),
  }
}

/** The first name is the one of the file's root block. */
const namesOf = ({ testPath }) => testPath.slice(1)

function forJest(result) {
  const names = namesOf(result)
  return {
    ancestorTitles: names.slice(0, -1),
    duration: result.duration,
    failureDetails: [],
    failureMessages: result.errors,
    fullName: names.join(" "),
    invocations: result.invocations,
    location: null,
    numPassingAsserts: result.numPassingAsserts,
    status: statusOf(result),
    title: names.at(-1),
  }
}

function statusOf({ errors, status }) {
  if (errors.length > 0) {
    return "failed"
  }
  return status === "skip" ? "pending" : status === "done" ? "passed" : status
}

function counted(results) {
  const count = (status) =>
    results.filter((result) => statusOf(result) === status).length
  return {
    numFailingTests: count("failed"),
    numPassingTests: count("passed"),
    numPendingTests: count("pending"),
    numTodoTests: count("todo"),
  }
}

function failures(results, unhandledErrors) {
  const failed = results
    .filter(({ errors }) => errors.length > 0)
    .map((result) => [namesOf(result).join(" > "), ...result.errors].join("\n"))
  return [...failed, ...unhandledErrors].join("\n\n") || null
}
