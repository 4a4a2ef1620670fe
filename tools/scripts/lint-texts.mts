/** Checks Markdown pages, translations and, in CI, commit subjects. */
import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import {
  markdownProblems,
  subjectProblems,
  translationProblems,
} from "./text-problems.mts"

/** Older subjects are longer. */
const FIRST_CHECKED = "fe870b6"

const git = (...args: string[]): string =>
  execFileSync("git", args, {
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  })

const files = (...patterns: string[]): string[] =>
  git("ls-files", ...patterns)
    .split("\n")
    .filter((file) => file && file !== "docs/glossary.md")

/** Subjects since the first checked commit, or none in a shallow clone. */
function subjects(): string[] {
  try {
    return git("log", "--format=%s", `${FIRST_CHECKED}..HEAD`)
      .split("\n")
      .filter(Boolean)
  } catch {
    console.error(
      `Commit subjects were not checked: ${FIRST_CHECKED} is not in this clone.`
    )
    return []
  }
}

const problems = [
  ...files("*.md").flatMap((file) =>
    markdownProblems(readFileSync(file, "utf8")).map(
      (problem) => `${file}:${problem}`
    )
  ),
  ...files(
    "src/admin/i18n/en/*.json",
    "src/exceptions/*.json",
    "src/health/*.json"
  ).flatMap((file) =>
    translationProblems(JSON.parse(readFileSync(file, "utf8")) as object).map(
      (problem) => `${file}: ${problem}`
    )
  ),
  ...(process.env.CI === "true" ? subjectProblems(subjects()) : []),
]

if (problems.length) {
  console.error(problems.join("\n"))
  process.exitCode = 1
}
