import languages from ".."

/** Flattens the tree to pairs of full key and sentence. */
function sentences(tree: object, path: string[] = []): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string"
      ? [[[...path, key].join("."), value] as [string, string]]
      : sentences(value as object, [...path, key])
  )
}

/** The interpolated values and elements of a sentence. */
function placeholders(sentence: string): string[] {
  return (sentence.match(/\{\{[^}]+\}\}|<\/?\w+\/?>/g) ?? []).sort()
}

const english = sentences(languages.en)
const others = Object.entries(languages).filter(([code]) => code !== "en")

describe.each(others)("the admin in %s", (_code, language) => {
  const translated = new Map(sentences(language))

  it("has the same keys as English", () => {
    expect([...translated.keys()].sort()).toEqual(
      english.map(([key]) => key).sort()
    )
  })

  it.each(english)("%s has the same placeholders", (key, sentence) => {
    const translation = translated.get(key) ?? ""
    expect(translation.trim()).not.toBe("")
    expect(placeholders(translation)).toEqual(placeholders(sentence))
  })
})

it("has no empty sentence in English", () => {
  expect(english.filter(([, sentence]) => !sentence.trim())).toEqual([])
})
