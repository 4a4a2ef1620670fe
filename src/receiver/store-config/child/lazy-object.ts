/**
 * An object that is filled when it is first used, with the properties of
 * another object that costs time to make.
 *
 * @param early values that are answered without filling the object
 */
export function lazyObject(
  make: () => object,
  early: (key: PropertyKey) => unknown = () => undefined
): object {
  let filled = false
  const fill = (target: object) => {
    if (!filled) {
      filled = true
      Object.defineProperties(target, Object.getOwnPropertyDescriptors(make()))
    }
  }
  return new Proxy<object>(
    {},
    {
      get(target, key, receiver) {
        const value = early(key)
        if (value !== undefined) {
          return value
        }
        fill(target)
        return Reflect.get(target, key, receiver)
      },
      ...filledFirst(fill),
    }
  )
}

const filledFirst = (
  fill: (target: object) => void
): Omit<ProxyHandler<object>, "get"> => ({
  has(target, key) {
    fill(target)
    return Reflect.has(target, key)
  },
  ownKeys(target) {
    fill(target)
    return Reflect.ownKeys(target)
  },
  getOwnPropertyDescriptor(target, key) {
    fill(target)
    return Reflect.getOwnPropertyDescriptor(target, key)
  },
  set(target, key, value) {
    fill(target)
    return Reflect.set(target, key, value)
  },
  defineProperty(target, key, descriptor) {
    fill(target)
    return Reflect.defineProperty(target, key, descriptor)
  },
  deleteProperty(target, key) {
    fill(target)
    return Reflect.deleteProperty(target, key)
  },
  preventExtensions(target) {
    fill(target)
    return Reflect.preventExtensions(target)
  },
})
