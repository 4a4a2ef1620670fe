/** As much of our package.json as is asked about here. */
export type Manifest = {
  name: string
  exports: Record<string, unknown>
}

/** Medusa finds these by name; a pattern of `exports` has no other. */
const BY_PATTERN: Record<string, string[]> = {
  "./modules/*": ["./modules/stablecoin"],
  "./providers/*": ["./providers/stablecoin"],
}

/** No code imports them: the manifest, and the paths of Medusa's own build. */
const NO_CODE = /^\.\/(package\.json$|\.medusa\/)/

/** What may be imported, by who imports it: `./workflows`, `./providers/stablecoin` … */
export function entrypointsOf({ exports }: Manifest): {
  server: string[]
  storefront: string[]
} {
  const all = Object.keys(exports)
    .filter((path) => !NO_CODE.test(path))
    .flatMap((path) => BY_PATTERN[path] ?? [path])
  const isStorefront = (path: string): boolean =>
    /^\.\/storefront(\/|$)/.test(path)
  return {
    server: all.filter((path) => !isStorefront(path)),
    storefront: all.filter(isStorefront),
  }
}
