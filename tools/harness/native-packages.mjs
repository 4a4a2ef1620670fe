/**
 * Loads installed packages as Node.js does. tsx would also parse and resolve
 * their thousands of files, which costs a store's boot three seconds.
 *
 * Preloaded with `--import` before tsx, which replaces Node's functions.
 */
import Module from "node:module"

const isOfPackage = (file) => Boolean(file?.includes("/node_modules/"))

/** Keeps the native function of a property for what `isNative` selects. */
function keepNative(owner, property, isNative) {
  const native = owner[property]
  let current = native
  Object.defineProperty(owner, property, {
    configurable: true,
    enumerable: true,
    get: () => current,
    set: (replaced) => {
      current = function (...args) {
        return (isNative(...args) ? native : replaced).apply(this, args)
      }
    },
  })
}

keepNative(Module._extensions, ".js", (_module, file) => isOfPackage(file))
keepNative(Module, "_resolveFilename", (_request, parent) =>
  isOfPackage(parent?.filename)
)

// tsx enables source maps, and Node.js would read those of all packages.
process.setSourceMapsEnabled = () => {}
