import { existsSync, readdirSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"

const pages = [
  "README.md",
  ...readdirSync("docs")
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
]

describe.each(pages)("%s", (page) => {
  const text = readFileSync(page, "utf8")

  it("names no test that does not exist", () => {
    const named = [...text.matchAll(/`([\w./-]+\.spec\.ts)`/g)].map(
      ([, path]) => path!
    )
    expect(named.filter((path) => !existsSync(path))).toEqual([])
  })

  it("links to no page that does not exist", () => {
    const linked = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(
      ([, path]) => join(dirname(page), path!)
    )
    expect(linked.filter((path) => !existsSync(path))).toEqual([])
  })
})
