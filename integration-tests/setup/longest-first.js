const { statSync } = require("node:fs")

/** Files that take longest, however short they are. */
const LONG = [
  "/http/together/",
  "/http/histories.spec.ts",
  "/modules/demo.spec.ts",
  "/modules/payments-list.spec.ts",
]

/**
 * Without data of earlier runs Jest sorts files by size. Some of the longest
 * then ran last and kept one worker waiting for the other. This sequencer runs
 * them first.
 */
module.exports = class LongestFirst {
  sort(tests) {
    const weight = ({ path }) =>
      LONG.some((part) => path.includes(part)) ? Infinity : statSync(path).size
    return [...tests].sort((a, b) =>
      weight(a) === weight(b)
        ? a.path.localeCompare(b.path)
        : weight(b) - weight(a)
    )
  }

  allFailedTests(tests) {
    return tests
  }

  shard(tests) {
    return tests
  }

  cacheResults() {}
}
