import { mkdir, symlink, writeFile } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"

const REPOSITORY = resolve(__dirname, "../../../..")
const PLUGIN = "node_modules/medusa-payment-stablecoin"
const MODULE = "./.medusa/server/src/modules/*"

/** A module as small as Medusa accepts it. */
const PACKAGE = {
  "package.json": JSON.stringify({
    name: "medusa-payment-stablecoin",
    version: "0.0.0",
    exports: {
      "./package.json": "./package.json",
      [MODULE]: `${MODULE}/index.js`,
      "./modules/*": `${MODULE}/index.js`,
    },
  }),
  ".medusa/server/src/modules/stablecoin/index.js": `
    class Service {}
    Service.prototype.__joinerConfig = { serviceName: "stablecoin" }
    exports.default = { service: Service }`,
}

export type Files = Record<string, string>

/** Writes a store with Medusa's packages, and with the plugin installed. */
export async function writeStore(folder: string, files: Files): Promise<void> {
  await writeFiles(join(folder, PLUGIN), PACKAGE)
  for (const name of ["@medusajs", "ts-node"]) {
    await symlink(
      join(REPOSITORY, "node_modules", name),
      join(folder, "node_modules", name)
    )
  }
  await writeFiles(folder, files)
}

export async function writeFiles(folder: string, files: Files): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  }
}
