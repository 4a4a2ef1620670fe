import { posix } from "node:path"

/** A link or picture of Markdown to a path, without the fragment. */
const LINK = /\]\((?!https?:|mailto:|#)([^)#\s]+)/g

/**
 * Checks that the relative links and pictures of the package's pages lead to
 * files of the package, as on npmjs.com and in `node_modules`.
 *
 * @param packed paths in the tarball, without its `package/`
 * @param read returns the text of a packed file
 * @returns one sentence per broken link
 */
export function brokenLinks(
  packed: readonly string[],
  read: (path: string) => string
): string[] {
  const there = new Set(packed)
  return packed
    .filter((page) => page.endsWith(".md"))
    .flatMap((page) =>
      [...read(page).matchAll(LINK)]
        .map(([, target]) => posix.join(posix.dirname(page), target!))
        .filter((target) => !there.has(target))
        .map((target) => `${page} links to ${target}, which is not packed.`)
    )
}
