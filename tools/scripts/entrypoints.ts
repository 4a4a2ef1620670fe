/** The fields of a package.json that are read here. */
export type Manifest = {
  name: string
  version: string
  exports: Record<string, unknown>
  repository?: { url?: string }
  publishConfig?: { provenance?: boolean }
}

/** Fields without which npm refuses to publish. */
export function missingFields({
  name,
  repository,
  publishConfig,
}: Pick<Manifest, "name" | "repository" | "publishConfig">): string[] {
  return publishConfig?.provenance && !repository?.url
    ? [
        `${name}: npm refuses publishConfig.provenance without repository.url. Add the repository's URL.`,
      ]
    : []
}

/** The packages are used together, and released with one version. */
export function otherVersion(manifest: Manifest, plugin: Manifest): string[] {
  return manifest.version === plugin.version
    ? []
    : [
        `${manifest.name} is version ${manifest.version}, and the plugin ${plugin.version}. Run npm version with --workspaces --include-workspace-root.`,
      ]
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
