import { createRequire } from "node:module"
import { extname } from "node:path"
import { StoreConfigError } from "../store-config"
import { cliOf } from "./dotenv"

const { extensions } = createRequire(__filename)

/**
 * Has TypeScript files of the store loaded by ts-node, like Medusa's command
 * line, from the first such file on. Node's own support rejects the starter's
 * config, which has both `import` and `module.exports`.
 */
export function handleTypeScript(folder: string): void {
  // tsx, which loaded this file, handles the store's files as well.
  if (extname(__filename) === ".ts") {
    return
  }
  extensions[".ts"] = (module, file) => {
    // ts-node falls back to the function that it finds.
    delete extensions[".ts"]
    registerTsNode(folder)
    extensions[".ts"]?.(module, file)
  }
}

function registerTsNode(folder: string): void {
  const load = createRequire(cliOf(folder))
  try {
    const tsNode = load("ts-node") as { register: (options: object) => void }
    tsNode.register({ transpileOnly: true })
    const paths = load("tsconfig-paths") as { register: (o: object) => void }
    paths.register({})
  } catch (error) {
    const { message } = error as Error
    throw new StoreConfigError(
      `medusa-config.ts in ${folder} could not be read: ts-node can't be loaded (${message.split("\n")[0]}). Install the store's packages with npm install, or run this in the built store, .medusa/server.`
    )
  }
}
