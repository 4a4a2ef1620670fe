import { transformSync } from "@swc/core"

/** Runs a TypeScript snippet as a module and returns its exports. */
export function runSnippet(
  code: string,
  imports: Record<string, unknown> = {}
): Record<string, unknown> {
  const { code: script } = transformSync(code, {
    jsc: { parser: { syntax: "typescript" }, target: "es2022" },
    module: { type: "commonjs" },
  })
  const module = { exports: {} as Record<string, unknown> }
  const require = (name: string): unknown => {
    if (!(name in imports)) {
      throw new Error(`The snippet imports ${name}.`)
    }
    return imports[name]
  }
  new Function("module", "exports", "require", script)(
    module,
    module.exports,
    require
  )
  return module.exports
}
