/** Whether an object, such as some translations, has an own key. */
export function hasKey<T extends object>(
  object: T,
  key: string | undefined
): key is keyof T & string {
  return key !== undefined && Object.hasOwn(object, key)
}
