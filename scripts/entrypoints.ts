/** The fields of a package.json that are read here. */
export type Manifest = {
  name: string
  exports: Record<string, unknown>
}

/** The names that Medusa resolves in each pattern of `exports`. */
const BY_PATTERN: Record<string, string[]> = {
  "./modules/*": ["./modules/stablecoin"],
  "./providers/*": ["./providers/stablecoin"],
}

/**
 * Paths that no code imports: the manifest, and those of Medusa's own build.
 */
const NO_CODE = /^\.\/(package\.json$|\.medusa\/)/

/** Importable paths: `./workflows`, `./providers/stablecoin` … */
export function entrypointsOf({ exports }: Manifest): string[] {
  return Object.keys(exports)
    .filter((path) => !NO_CODE.test(path))
    .flatMap((path) => BY_PATTERN[path] ?? [path])
}
