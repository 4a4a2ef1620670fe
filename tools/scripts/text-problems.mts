import { AVOIDED_IN_TEXTS, problemsOf } from "./plain-language.mjs"

export const MAX_SUBJECT_LENGTH = 72

/** Problems of a Markdown page, each with its line number. */
export function markdownProblems(page: string): string[] {
  let isCode = false
  return page.split("\n").flatMap((line, index) => {
    if (line.trimStart().startsWith("```")) {
      isCode = !isCode
      return []
    }
    return isCode
      ? []
      : proseOf(line)
          .flatMap((text) => problemsOf(text, AVOIDED_IN_TEXTS))
          .map((problem) => `${index + 1}: ${problem}`)
  })
}

/**
 * The texts of a line: its cells if it is a table row. A heading keeps its
 * first word, because other pages link to it.
 */
function proseOf(line: string): string[] {
  const text = line
    .replace(/`[^`]*`/g, "…")
    .replace(/\]\([^)]*\)/g, "]")
    .replace(/^\s*(?:[-*]|\d+\.)\s+/, "")
    .replace(/^#+ (?:\d+\. )?(What|Whoever|Whatever)\b/, "")
  return text.startsWith("|")
    ? text.split("|").map((cell) => cell.trim())
    : [text]
}

/** Problems of a file of translations, each with its key. */
export function translationProblems(texts: object, path = ""): string[] {
  return Object.entries(texts).flatMap(([key, text]) =>
    typeof text === "string"
      ? problemsOf(text, AVOIDED_IN_TEXTS).map(
          (problem) => `${path}${key}: ${problem}`
        )
      : translationProblems(text, `${path}${key}.`)
  )
}

/** Problems of commit subjects: those over the maximum length. */
export function subjectProblems(subjects: readonly string[]): string[] {
  return subjects
    .filter((subject) => subject.length > MAX_SUBJECT_LENGTH)
    .map(
      (subject) =>
        `"${subject}" has ${subject.length} characters, over ${MAX_SUBJECT_LENGTH}.`
    )
}
