import { readFileSync } from "node:fs"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { build, stop } from "esbuild"

const STOREFRONT = join(import.meta.dirname, "..")

async function bundle(entry: string, text: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: text, resolveDir: join(STOREFRONT, entry) },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    jsx: "automatic",
    external: ["react", "react/jsx-runtime"],
  })
  return outputFiles[0]?.text ?? ""
}

afterAll(stop)

const bytes = (text: string): number => gzipSync(text).length

describe("the bundle of a storefront", () => {
  it("is under 3 KB gzipped for the whole core", async () => {
    const whole = bytes(await bundle(".", 'export * from "./index.ts"'))
    const react = bytes(await bundle("react", 'export * from "./index.ts"'))
    // The sizes also go to the log.
    process.stdout.write(
      `storefront: ${whole} bytes gzipped, with React's part ${react}\n`
    )
    expect(whole).toBeLessThan(3_000)
  })

  it("contains only the used functions", async () => {
    const options = await bundle(
      ".",
      'export { listOptions } from "./index.ts"'
    )
    expect(options).not.toContain("if-none-match")
    expect(bytes(options)).toBeLessThan(1_000)
  })

  it("has no dependencies", () => {
    const source = readFileSync(join(STOREFRONT, "index.ts"), "utf8")
    expect(source.match(/from "[^."]/g)).toBeNull()
  })
})
