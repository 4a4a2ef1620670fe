import languages from ".."
import { HEALTH_CHECKS, HEALTH_CODES } from "../../../http-types"
import { sentencesOf } from "../../lib/health-sentences"

const findings = HEALTH_CHECKS.flatMap((id) =>
  HEALTH_CODES[id].map((code) => [id, code] as const)
)

function sentence(language: object, key: string): unknown {
  return key
    .split(".")
    .reduce<unknown>(
      (tree, part) => (tree as Record<string, unknown> | undefined)?.[part],
      language
    )
}

describe.each(Object.entries(languages))("health in %s", (_code, language) => {
  it.each(findings)("%s explains %s", (id, code) => {
    expect(
      sentence(language.stablecoin, `${sentencesOf(id, code)}.message`)
    ).toEqual(expect.any(String))
  })

  it.each(HEALTH_CHECKS)("%s has a name", (id) => {
    expect(sentence(language.stablecoin, `health.check.${id}`)).toEqual(
      expect.any(String)
    )
  })
})
