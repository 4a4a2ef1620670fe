import { mkdir, symlink } from "node:fs/promises"
import { join } from "node:path"

/** The store's own folder and working directory. */
export const STORE_FOLDER = __dirname

/**
 * Links the built package into the store, as `npm install` does with a folder.
 */
export async function linkPackage(): Promise<void> {
  const modules = join(STORE_FOLDER, "node_modules")
  await mkdir(modules, { recursive: true })
  await symlink(
    "../../../..",
    join(modules, "medusa-payment-stablecoin")
  ).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") {
      throw error
    }
  })
}
