import { palette } from "../theme"
import { pages } from "./samples"
import { tags, textOf } from "./tags"

describe.each(pages)("%s", (name, html) => {
  const all = tags(html)

  it("has a language and a title", () => {
    expect(html).toMatch(/^<!doctype html>\n<html lang="en">/)
    const title = tags(html, "title")[0]?.text
    expect(title).toMatch(
      name === "problem" ? /Not here/ : /(42\.50 USDT|1,250\.00 USDC) · Aurora/
    )
  })

  it("has one main element, one first heading, and headings in order", () => {
    for (const landmark of ["header", "main", "footer", "h1"]) {
      expect(tags(html, landmark)).toHaveLength(1)
    }
    const headings = all.filter((tag) => /^h\d$/.test(tag.name))
    expect(headings[0]?.name).toBe("h1")
    expect(headings.filter((tag) => !/^h[12]$/.test(tag.name))).toEqual([])
  })

  it("has a name for every control", () => {
    for (const control of [...tags(html, "button"), ...tags(html, "a")]) {
      expect(control.text).not.toBe("")
    }
    const labels = [...html.matchAll(/<label[^>]*>([\s\S]*?)<\/label>/g)]
    const labelled = labels.filter(
      ([, inner = ""]) => inner.includes("<input") && textOf(inner) !== ""
    )
    expect(labelled).toHaveLength(tags(html, "input").length)
    if (labelled.length > 0) {
      expect(tags(html, "legend")[0]?.text).toBe("Payment method")
    }
  })

  it("references only ids that exist once", () => {
    const ids = all.flatMap(({ attributes }) => attributes.id ?? [])
    expect(new Set(ids).size).toBe(ids.length)
    for (const { attributes } of all) {
      const target = attributes["aria-labelledby"]
      expect(target === undefined || ids.includes(target)).toBe(true)
    }
  })

  it("hides its icons from screen readers, or labels them", () => {
    for (const { attributes } of tags(html, "svg")) {
      expect(
        attributes["aria-hidden"] === "true" || attributes["aria-label"]
      ).toBeTruthy()
    }
  })
})

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => parseInt(colour.slice(start, start + 2), 16) / 255)
    .map((part) =>
      part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
    )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}

type Role = keyof typeof palette

describe("the colours", () => {
  it.each<[Role, Role]>([
    ["ink", "page"],
    ["ink", "card"],
    ["ink", "accentSoft"],
    ["muted", "page"],
    ["muted", "card"],
    ["muted", "accentSoft"],
    ["accent", "accentSoft"],
    ["onAccent", "accent"],
    ["onAccent", "accentHover"],
    ["noticeInk", "notice"],
    ["danger", "dangerSoft"],
  ])("make %s readable on %s (WCAG AA)", (text, ground) => {
    expect(contrast(palette[text], palette[ground])).toBeGreaterThanOrEqual(4.5)
  })

  it.each<[Role, Role]>([
    ["control", "card"],
    ["accent", "card"],
    ["accent", "page"],
  ])("make the edge or focus ring %s visible on %s", (edge, ground) => {
    expect(contrast(palette[edge], palette[ground])).toBeGreaterThanOrEqual(3)
  })
})
