/** The module is an ES module, which a spec file loads when it runs. */
const load = () => import("./text-problems.mts")

describe("a Markdown page", () => {
  it.each([
    ["prose", "The store hears of it.", "hears"],
    ["a list item", "- Nobody answers.", "Nobody"],
    ["a table cell", "| ours | beside Medusa |", "beside"],
    ["a heading", "## What nobody knows", "nobody"],
  ])("is rejected for an avoided word in %s", async (_, line, word) => {
    const { markdownProblems } = await load()
    expect(markdownProblems(`Fine.\n${line}`)).toEqual([
      expect.stringContaining(`2: "${word}"`),
    ])
  })

  it("is rejected for a sentence that begins with What", async () => {
    const { markdownProblems } = await load()
    expect(markdownProblems("- What is paid is captured.")).toHaveLength(1)
  })

  it.each([
    ["code", "```sh\necho nobody\n```"],
    ["inline code", "Set `books` to true."],
    ["a link", "[States](https://shop.example/books)"],
    ["a heading that others link to", "## What each kind asks"],
  ])("keeps its words in %s", async (_, page) => {
    const { markdownProblems } = await load()
    expect(markdownProblems(page)).toEqual([])
  })
})

it("a translation is rejected by its key", async () => {
  const { translationProblems } = await load()
  expect(
    translationProblems({ title: "Refunds", hint: { due: "You owe it." } })
  ).toEqual([expect.stringContaining("hint.due:")])
})

it("a commit subject over 72 characters is rejected", async () => {
  const { subjectProblems } = await load()
  const long = `docs: ${"x".repeat(67)}`
  expect(subjectProblems(["docs: short", long.slice(0, 72), long])).toEqual([
    expect.stringContaining("73 characters"),
  ])
})
