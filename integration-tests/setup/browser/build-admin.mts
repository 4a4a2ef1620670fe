/**
 * Builds this repository's admin as `medusa build` does, but into a separate
 * folder: neither the entry page nor the result touches the repository.
 *
 *   tsx build-admin.mts FOLDER
 */
import { symlink } from "node:fs/promises"
import { join } from "node:path"
import { Compiler } from "@medusajs/framework/build-tools"
import { logger } from "@medusajs/framework/logger"

const [folder = ""] = process.argv.slice(2)
const repository = process.cwd()
// The entry page imports the dashboard from node_modules next to it.
await symlink(join(repository, "node_modules"), join(folder, "node_modules"))
const compiler = new Compiler(repository, logger)
const tsConfig = await compiler.loadTSConfigFile()
const bundler = await import("@medusajs/admin-bundler")
const built =
  tsConfig &&
  (await compiler.buildAppFrontend(false, tsConfig, {
    ...bundler,
    build: async (options) => {
      process.chdir(folder)
      await bundler.build({ ...options, outDir: join(folder, "app") })
    },
  }))
process.exit(built ? 0 : 1)
