const { statSync } = require("node:fs")

/**
 * Jest's order where nothing is known of earlier runs is that of the files'
 * sizes, by which the groups of files, the longest of all, came last and kept
 * one worker waiting for the other. They come first.
 */
module.exports = class LongestFirst {
  sort(tests) {
    const weight = ({ path }) =>
      path.includes("/together/") ? Infinity : statSync(path).size
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
