import { copyFile, mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { writeStore } from "./fresh-store.mts"
import type { PackageManager } from "./package-manager.mts"

/** The folders of a merchant's projects. */
export type Projects = {
  store: string
  storefront: string
  /** Where a lock is: both projects, or the workspace that has them. */
  roots: string[]
}

const REACT = { react: "19.0.5", "react-dom": "19.0.5" }

/**
 * The dependencies of Medusa's storefront, of another version than the store's:
 * both are rarely updated together.
 */
const STOREFRONT = {
  "@medusajs/icons": "2.18.0",
  "@medusajs/js-sdk": "2.18.0",
  "@medusajs/ui": "4.0.34",
  ...REACT,
}

/** Lines of Medusa's guide for pnpm: its build does not find its packages otherwise. */
const NPMRC = `auto-install-peers=true
public-hoist-pattern[]=*@medusajs/*
public-hoist-pattern[]=@tanstack/react-query
public-hoist-pattern[]=react-i18next
public-hoist-pattern[]=react-router-dom
`

/** Writes two projects with npm, and a workspace like Medusa's with pnpm. */
export async function writeProjects(
  folder: string,
  manager: PackageManager["name"],
  medusa: string
): Promise<Projects> {
  const isWorkspace = manager === "pnpm"
  const store = join(folder, isWorkspace ? "apps/backend" : "store")
  const storefront = join(
    folder,
    isWorkspace ? "apps/storefront" : "storefront"
  )
  await writeStore(store, medusa)
  await writeFiles(storefront, {
    "package.json": JSON.stringify({
      name: "storefront",
      private: true,
      type: "module",
      dependencies: STOREFRONT,
      // As in Medusa's storefront: its libraries ask for React 18.
      overrides: REACT,
    }),
  })
  // Their imports find the package in the project.
  for (const name of ["buy.mjs", "render.mjs"]) {
    const script = join(import.meta.dirname, "in-storefront", name)
    await copyFile(script, join(storefront, name))
  }
  if (!isWorkspace) {
    return { store, storefront, roots: [store, storefront] }
  }
  await writeFiles(folder, {
    "package.json": JSON.stringify({ name: "shop", private: true }),
    "pnpm-workspace.yaml":
      'packages:\n  - "apps/**"\n  - "!apps/backend/.medusa/**"\n',
    ".npmrc": NPMRC,
  })
  return { store, storefront, roots: [folder] }
}

async function writeFiles(
  folder: string,
  files: Record<string, string>
): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), text)
  }
}
