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

/** Words that may be verbs of a comment, but not of a text for users. */
export const AVOIDED_IN_TEXTS = [
  ...AVOIDED,
  [/\bbooks\b/i, "records, or Medusa's state"],
  [/\b(?:is|are|was|were|been) told\b|\bhears\b/i, "receives, or is notified"],
  [/\bowe[ds]?\b/i, "due"],
  [/\blook(?:s|ed|ing)? at\b/i, "check, read, or reconcile"],
  [/\bmend(?:s|ed|ing)?\b/i, "fix"],
  [/\brivals?\b/i, "competing session"],
]

const BEGINNING = /(?:^|[.!?]\s+)(What|Whoever|Whatever)\b(?![^.!?]*\?)/

/**
 * @param {string} text prose, without comment markers
 * @param {[RegExp, string][]} avoided words with their replacements
 * @returns {string[]} one message for each word that is to be replaced
 */
export function problemsOf(text, avoided = AVOIDED) {
  const problems = avoided.flatMap(([pattern, instead]) => {
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

/** Property names of texts that users read. */
const TEXTS = new Set(["message", "remedy"])

/**
 * Whether a call's first argument is a title: `it(…)`, `it.each(…)(…)`,
 * `describe(…)`. The one of `it.each(…)` is a table.
 */
function declaresTest({ callee }) {
  if (callee.property?.name === "each") {
    return false
  }
  for (let at = callee; at; at = at.callee ?? at.object ?? at.tag) {
    if (at.type === "Identifier") {
      return at.name === "it" || at.name === "describe"
    }
  }
  return false
}

function isText(node) {
  for (let at = node; at.parent; at = at.parent) {
    const { parent } = at
    if (parent.type === "CallExpression" && declaresTest(parent)) {
      return parent.arguments[0] === at
    }
    if (parent.type === "Property" && parent.value === at) {
      return TEXTS.has(parent.key.name ?? parent.key.value)
    }
    if (parent.type === "NewExpression") {
      return /Error$/.test(parent.callee.name ?? "")
    }
    if (/Statement$|Function/.test(parent.type)) {
      return false
    }
  }
  return false
}

/** ESLint rule: errors, remedies and titles of tests use the glossary's words. */
export const plainTexts = {
  meta: { type: "suggestion", schema: [] },
  create(context) {
    const check = (node, text) => {
      if (typeof text === "string" && isText(node)) {
        for (const message of problemsOf(text, AVOIDED_IN_TEXTS)) {
          context.report({ node, message })
        }
      }
    }
    return {
      Literal: (node) => check(node, node.value),
      TemplateElement: (node) => check(node.parent, node.value.cooked),
    }
  },
}
