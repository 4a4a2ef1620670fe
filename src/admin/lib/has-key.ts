/** Whether an object, such as some translations, has an own key. */
export function hasKey<T extends object>(
  object: T,
  key: string | number | null | undefined
): key is keyof T & string {
  return key !== undefined && key !== null && Object.hasOwn(object, key)
}
