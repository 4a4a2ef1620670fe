import { readdir, readFile } from "node:fs/promises"
import { extname, join, relative } from "node:path"

/** A file of the shop, as it is served. */
export type ShopFile = { body: Uint8Array<ArrayBuffer>; type: string }

/** The shop's files by their path, such as `/index.html`. */
export type ShopBundle = Map<string, ShopFile>

/** Rollup's warnings about "use client", and about not finding its position. */
const DIRECTIVES = ["MODULE_LEVEL_DIRECTIVE", "SOURCEMAP_ERROR"]

const TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
}

/**
 * Builds the shop for browsers, as a merchant's build would. The client package
 * is built from its sources.
 *
 * @param folder where the files are written
 */
export async function buildShop(folder: string): Promise<ShopBundle> {
  const outDir = join(folder, "shop")
  // Vite loads slowly, and purchases without a browser don't need it.
  const { build } = await import("vite")
  const storefront = join(import.meta.dirname, "../../packages/storefront/src")
  await build({
    configFile: false,
    root: join(import.meta.dirname, "shop"),
    logLevel: "error",
    esbuild: { jsx: "automatic" },
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    resolve: {
      alias: [
        {
          find: /^medusa-payment-stablecoin-storefront$/,
          replacement: join(storefront, "index.ts"),
        },
        {
          find: /^medusa-payment-stablecoin-storefront\/react$/,
          replacement: join(storefront, "react/index.ts"),
        },
      ],
    },
    build: {
      outDir,
      target: "es2022",
      reportCompressedSize: false,
      rollupOptions: {
        onwarn: (warning, warn) => {
          // "use client" is for server rendering, which this shop doesn't use.
          if (!DIRECTIVES.includes(warning.code ?? "")) {
            warn(warning)
          }
        },
      },
    },
  })
  return await readBundle(outDir)
}

async function readBundle(folder: string): Promise<ShopBundle> {
  const entries = await readdir(folder, {
    recursive: true,
    withFileTypes: true,
  })
  const bundle: ShopBundle = new Map()
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = join(entry.parentPath, entry.name)
    bundle.set(`/${relative(folder, file)}`, {
      body: new Uint8Array(await readFile(file)),
      type: TYPES[extname(file)] ?? "application/octet-stream",
    })
  }
  return bundle
}
