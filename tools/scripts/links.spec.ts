import { brokenLinks } from "./links"

const PAGES: Record<string, string> = {
  "README.md": "[a](docs/admin.md#networks) ![b](docs/images/list.png)",
  "docs/admin.md": "[c](../README.md) [d](https://example.com) [e](#top)",
}

const read = (path: string) => PAGES[path]!

it("accepts links within the package, to the web and to headings", () => {
  const packed = [...Object.keys(PAGES), "docs/images/list.png"]
  expect(brokenLinks(packed, read)).toEqual([])
})

it("names a picture and a page that are not packed", () => {
  expect(brokenLinks(["README.md"], read)).toEqual([
    "README.md links to docs/admin.md, which is not packed.",
    "README.md links to docs/images/list.png, which is not packed.",
  ])
})
