/** How many of the slowest files are listed. */
const SLOWEST = 5

/** Lines shown of a failure: its message and the start of its stack. */
const LINES = 40

/**
 * A Jest reporter that prints at the end which tests failed and why, and which
 * spec files took longest. Only Jest's totals follow it. The end of a long log
 * is the part that is read.
 */
module.exports = class ReportAtEnd {
  onRunComplete(_, { testResults }) {
    const failures = testResults.flatMap(failuresOf)
    const report = [slowestFiles(testResults)]
    if (failures.length > 0) {
      report.push(`Failed: ${failures.length}`, ...failures)
    }
    process.stderr.write(`\n${report.join("\n\n")}\n`)
  }
}

function failuresOf({ testFilePath, testExecError, testResults }) {
  const file = testFilePath.replace(`${process.cwd()}/`, "")
  const failed = testResults
    .filter(({ status }) => status === "failed")
    .map(({ fullName, failureMessages }) =>
      [`✕ ${file} › ${fullName.trim()}`, ...failureMessages.map(shorten)].join(
        "\n"
      )
    )
  // A file that failed to load has no tests to name.
  return testExecError
    ? [`✕ ${file}\n${shorten(testExecError.stack ?? testExecError.message)}`]
    : failed
}

function shorten(message) {
  return message
    .split("\n")
    .filter((line) => !line.includes("/node_modules/jest-"))
    .slice(0, LINES)
    .map((line) => `  ${line}`)
    .join("\n")
}

function slowestFiles(testResults) {
  const slowest = testResults
    .map(({ testFilePath, perfStats }) => ({
      file: testFilePath.replace(`${process.cwd()}/`, ""),
      seconds: (perfStats.end - perfStats.start) / 1000,
    }))
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, SLOWEST)
  return [
    "Slowest files:",
    ...slowest.map(
      ({ file, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}`
    ),
  ].join("\n")
}
