import { readFileSync } from "node:fs"
import { join } from "node:path"
import ts from "typescript"
import { snippetsOf } from "../setup/commands/snippets"

const ROOT = join(__dirname, "../..")
/** Not on the disk: the folder in which the guide's files are compiled. */
const STARTER = join(ROOT, "storefront-guide")

const { compilerOptions } = JSON.parse(
  readFileSync(join(ROOT, "packages/storefront/tsconfig.json"), "utf8")
) as { compilerOptions: object }

/** The parts of Next.js and of the starter that the guide's code uses. */
const STARTER_TYPES = `
declare module "next" {
  export type Metadata = { title?: string }
}
declare module "next/cache" {
  export function revalidateTag(tag: string): void
}
declare module "next/navigation" {
  export function redirect(url: string): never
  export function useParams<T>(): T
  export function useRouter(): { push(url: string): void }
}
declare module "@lib/config" {
  import Medusa from "@medusajs/js-sdk"
  export const sdk: Medusa
}
`
const STARTER_FILES = {
  "src/lib/data/cart.ts": `
    export declare function addToCart(item: {
      variantId: string
      quantity: number
      countryCode: string
    }): Promise<void>`,
  "src/lib/data/cookies.ts": `
    export declare function getCacheTag(tag: string): Promise<string>
    export declare function getCartId(): Promise<string | undefined>
    export declare function removeCartId(): Promise<void>`,
  "src/lib/data/orders.ts": `
    import type { HttpTypes } from "@medusajs/types"
    export declare function retrieveOrder(
      id: string
    ): Promise<HttpTypes.StoreOrder>`,
}

/** The TypeScript blocks of the guide, by their path in the starter. */
function guideFiles(): Map<string, string> {
  const files = new Map<string, string>()
  for (const [index, { info, code }] of snippetsOf(
    "docs/storefront.md"
  ).entries()) {
    const [language, path] = info.split(" ")
    if (language === "ts" || language === "tsx") {
      // A block without a path is a module of its own.
      const name = path ?? `block-${index}.${language}`
      files.set(name, `${code}\nexport {}\n`)
    }
  }
  return files
}

/** Compiler errors, with the line of the file that they are about. */
function problemsOf(files: ReadonlyMap<string, string>): string[] {
  const virtual = new Map(
    [
      ...Object.entries(STARTER_FILES),
      ...files,
      ["starter.d.ts", STARTER_TYPES] as const,
    ].map(([path, text]) => [join(STARTER, path), text])
  )
  const { options } = ts.convertCompilerOptionsFromJson(
    {
      ...compilerOptions,
      incremental: false,
      tsBuildInfoFile: undefined,
      noUnusedLocals: false,
      noUnusedParameters: false,
      types: ["node"],
      paths: {
        "medusa-payment-stablecoin-storefront": [
          "./packages/storefront/src/index.ts",
        ],
        "medusa-payment-stablecoin-storefront/react": [
          "./packages/storefront/src/react/index.ts",
        ],
        "@lib/*": [join(STARTER, "src/lib/*")],
        "@modules/*": [join(STARTER, "src/modules/*")],
      },
    },
    ROOT
  )
  const host = ts.createCompilerHost(options)
  const { fileExists, readFile, getSourceFile, directoryExists } = host
  Object.assign(host, {
    fileExists: (path) => virtual.has(path) || fileExists(path),
    readFile: (path) => virtual.get(path) ?? readFile(path),
    directoryExists: (path) =>
      path.startsWith(STARTER) || (directoryExists?.(path) ?? true),
    getSourceFile: (path, languageVersion, ...more) => {
      const text = virtual.get(path)
      return text === undefined
        ? getSourceFile(path, languageVersion, ...more)
        : ts.createSourceFile(path, text, languageVersion)
    },
  } satisfies Partial<ts.CompilerHost>)
  const program = ts.createProgram([...virtual.keys()], options, host)
  return ts.getPreEmitDiagnostics(program).map((problem) => {
    const { file, start = 0 } = problem
    const message = ts.flattenDiagnosticMessageText(problem.messageText, " ")
    const line = file && file.getLineAndCharacterOfPosition(start).line + 1
    return `${file?.fileName ?? ""}:${line}: ${message}`
  })
}

it("every TypeScript block of the storefront guide compiles against what it imports", () => {
  const files = guideFiles()
  expect(files.size).toBeGreaterThan(8)
  // A mistake that has to be found, so that the check itself is checked.
  const checkout =
    files.get("src/modules/checkout/components/stablecoin-payment/index.tsx") ??
    ""
  files.set("wrong.tsx", checkout.replace("successUrl={", "successUri={"))

  expect(problemsOf(files)).toEqual([
    expect.stringMatching(
      /wrong\.tsx:\d+: .*Property 'successUri' does not exist/
    ),
  ])
})
