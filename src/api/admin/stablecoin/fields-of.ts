/**
 * The fields of a row's type. A forgotten field is a type error, because the
 * response would lack it silently.
 */
export function fieldsOf<Row>() {
  return <const Fields extends readonly (keyof Row & string)[]>(
    fields: Fields & NoneForgotten<Exclude<keyof Row, Fields[number]>>
  ): string[] => [...fields]
}

type NoneForgotten<Forgotten> = [Forgotten] extends [never]
  ? unknown
  : { forgotten: Forgotten }
