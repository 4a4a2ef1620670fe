const { statSync } = require("node:fs")

/** What takes longest, however short the file is. */
const LONG = [
  "/http/together/",
  "/http/histories.spec.ts",
  "/modules/demo.spec.ts",
  "/modules/payments-list.spec.ts",
]

/**
 * Jest's order where nothing is known of earlier runs is that of the files'
 * sizes, by which some of the longest came last and kept one worker waiting for
 * the other. They come first.
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
