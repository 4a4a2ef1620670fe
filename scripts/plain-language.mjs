/**
 * Words that docs/glossary.md replaces, and what to write instead. Only words
 * that are wrong in any sentence are listed: "look" may be a verb of the UI.
 */
export const AVOIDED = [
  [/\b(?<!cash on )deliver(?:y|ies)\b/i, "webhook, or webhook event"],
  [/\banew\b|\bafresh\b/i, "again"],
  [/\bwhoever\b|\bwhomever\b|\bwhom\b/i, "the role: merchant, buyer, operator"],
  [
    /\b(?:somebody|anybody|nobody|a person|people)\b/i,
    "the role: merchant, buyer, operator, user",
  ],
  [/\bfor ever\b/i, "permanently"],
  [/\bin vain\b/i, "without effect"],
  [/\bas long as\b/i, "while"],
  [/\bby itself\b|\bby themselves\b/i, "automatically, or alone"],
  [/\bbeside\b/i, "next to, or compared with"],
]

const BEGINNING = /(?:^|[.!?]\s+)(What|Whoever|Whatever)\b(?![^.!?]*\?)/

/**
 * @param {string} text prose, without comment markers
 * @returns {string[]} one message for each word that is to be replaced
 */
export function problemsOf(text) {
  const problems = AVOIDED.flatMap(([pattern, instead]) => {
    const found = pattern.exec(text)
    return found ? [`"${found[0]}": write ${instead}.`] : []
  })
  const beginning = BEGINNING.exec(text)
  return beginning
    ? [
        ...problems,
        `A sentence begins with "${beginning[1]}": start with a noun or a verb.`,
      ]
    : problems
}

/** ESLint rule: comments use the glossary's words. */
export const plainComments = {
  meta: { type: "suggestion", schema: [] },
  create(context) {
    return {
      Program() {
        for (const comment of context.sourceCode.getAllComments()) {
          const text = comment.value.replace(/^\s*\*+ ?/gm, "").trim()
          for (const message of problemsOf(text)) {
            context.report({ loc: comment.loc, message })
          }
        }
      },
    }
  },
}
