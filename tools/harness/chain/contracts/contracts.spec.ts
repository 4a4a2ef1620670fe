import { sources } from "./compiled.json"
import { readSources, sourcesDigest } from "./sources"

it("the checked-in contracts are compiled from the checked-in sources", () => {
  expect(sourcesDigest(readSources(__dirname))).toBe(sources)
})
